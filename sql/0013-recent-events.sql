-- What was appended lately to the logs of games in play, in the order in which
-- it came: a move is one row at the end, whatever the game. Rows come into
-- `events`, with the game's row, many of a game at a time; so a row counts where
-- its seq is above that of its game. They are deleted from the oldest on. The
-- view `log` has all events of all games.
CREATE TABLE recent_events (
    id     INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL,
    seq    INTEGER NOT NULL CHECK (seq >= 1),
    at     INTEGER NOT NULL,
    type   TEXT NOT NULL CHECK (type <> ''),
    round  INTEGER CHECK (round BETWEEN 1 AND 99),
    seat   INTEGER CHECK (seat BETWEEN 0 AND 4),
    data   TEXT NOT NULL,
    secret TEXT,
    hash   BLOB CHECK (hash IS NULL OR length(hash) = 32)
) STRICT;

-- Without a trigger on INSERT, which would cost as much as the row itself: rows
-- are looked at when they come into `events`.
CREATE TRIGGER recent_events_stay BEFORE UPDATE ON recent_events
BEGIN SELECT raise(ABORT, 'recent_events are never changed'); END;
CREATE TRIGGER recent_events_keep BEFORE DELETE ON recent_events
WHEN NOT EXISTS (SELECT 1 FROM events WHERE game = OLD.game AND seq = OLD.seq)
BEGIN SELECT raise(ABORT, 'recent_events are kept until events has them'); END;

CREATE VIEW log AS
SELECT game, seq, at, type, round, seat, data, secret, hash FROM events
UNION ALL
SELECT r.game, r.seq, r.at, r.type, r.round, r.seat, r.data, r.secret,
       r.hash
FROM recent_events AS r
JOIN games AS g ON g.id = r.game
WHERE r.seq > g.seq;

DROP VIEW show_games;
DROP VIEW show_events;

CREATE VIEW show_games AS
SELECT uuid AS game, variant, mode, status, iif(ranked, 'yes', 'no') AS ranked,
       seats, iif(r.seq > g.seq, r.seq, g.seq) AS events,
       strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch')
           AS created,
       strftime('%Y-%m-%dT%H:%M:%fZ',
                iif(r.seq > g.seq, r.at, g.updated_at) / 1000.0, 'unixepoch')
           AS updated
FROM games AS g
LEFT JOIN (SELECT game, max(seq) AS seq, at FROM recent_events GROUP BY game)
    AS r ON r.game = g.id;

CREATE VIEW show_events AS
SELECT g.uuid AS game, e.seq,
       strftime('%Y-%m-%dT%H:%M:%fZ', e.at / 1000.0, 'unixepoch') AS at,
       e.type, e.round, e.seat, e.data, lower(hex(e.hash)) AS hash
FROM log AS e
JOIN games AS g ON g.id = e.game;
