/*
 * Settles all recent events, of a database that nobody has open: a test that
 * changes the log finds all of it in `events`.
 */
#ifndef HK_TESTS_SETTLE_SQL_H
#define HK_TESTS_SETTLE_SQL_H

#define SETTLE_SQL                                                         \
    "INSERT INTO events (game, seq, at, type, round, seat, data, secret, " \
    "hash) "                                                               \
    "SELECT game, seq, at, type, round, seat, data, secret, hash "         \
    "FROM log AS l WHERE NOT EXISTS (SELECT 1 FROM events "                \
    "WHERE game = l.game AND seq = l.seq) ORDER BY game, seq; "            \
    "UPDATE games SET (seq, updated_at) = (SELECT seq, at FROM events "    \
    "WHERE game = games.id ORDER BY seq DESC LIMIT 1) "                    \
    "WHERE id IN (SELECT game FROM recent_events); "                       \
    "DELETE FROM recent_events;"

#endif
