-- The first schema. docs/database.md tells what is kept where, and how to read
-- it with the sqlite3 shell.
--
-- Times are milliseconds since 1970-01-01T00:00:00Z. Flags are 0 or 1. What a
-- person reads is text. Views are called show_…: `.tables show%`.

-- What is played. lower_wins says whether a lower total is better.
CREATE TABLE variants (
    name       TEXT NOT NULL PRIMARY KEY,
    lower_wins INTEGER NOT NULL CHECK (lower_wins IN (0, 1)),
    UNIQUE (name, lower_wins)
) STRICT, WITHOUT ROWID;

INSERT INTO variants (name, lower_wins)
VALUES ('hand', 1), ('hand-partners', 1);

-- Who plays. `folded` is the name in any case, which makes it unique.
CREATE TABLE players (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    folded     TEXT NOT NULL UNIQUE CHECK (folded <> ''),
    reserved   INTEGER NOT NULL CHECK (reserved IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT;

-- One row a game. `seq` is that of its last event; `counted` is set when the
-- game has entered the figures, so that it never enters them twice.
CREATE TABLE games (
    id            INTEGER PRIMARY KEY,
    uuid          TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
    variant       TEXT NOT NULL REFERENCES variants (name),
    status        TEXT NOT NULL
                  CHECK (status IN ('open', 'playing', 'finished', 'ended')),
    ranked        INTEGER NOT NULL CHECK (ranked IN (0, 1)),
    counted       INTEGER NOT NULL DEFAULT 0
                  CHECK (counted IN (0, 1) AND counted <= ranked),
    rules_version INTEGER NOT NULL CHECK (rules_version >= 1),
    seats         INTEGER NOT NULL CHECK (seats BETWEEN 2 AND 5),
    seq           INTEGER NOT NULL CHECK (seq >= 0),
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT;

-- Lists are read newest first; each index ends in the row id.
CREATE INDEX games_by_variant ON games (variant);
CREATE INDEX games_by_status ON games (status);
CREATE INDEX games_by_variant_status ON games (variant, status);

-- `player` is NULL while the seat is open, `team` outside partnerships.
CREATE TABLE seats (
    game   INTEGER NOT NULL REFERENCES games (id),
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 4),
    player INTEGER REFERENCES players (id),
    team   INTEGER CHECK (team IN (0, 1)),
    total  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Nobody sits twice in one game; and the games of a player in order.
CREATE UNIQUE INDEX seats_by_player ON seats (player, game);

-- A partnership's total in one game.
CREATE TABLE team_totals (
    game  INTEGER NOT NULL REFERENCES games (id),
    team  INTEGER NOT NULL CHECK (team IN (0, 1)),
    total INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, team)
) STRICT, WITHOUT ROWID;

-- The log: the truth of every game. `data` is what everybody may read,
-- `secret` what is hidden until the round has ended.
CREATE TABLE events (
    game   INTEGER NOT NULL REFERENCES games (id),
    seq    INTEGER NOT NULL CHECK (seq >= 1),
    at     INTEGER NOT NULL,
    type   TEXT NOT NULL CHECK (type <> ''),
    round  INTEGER CHECK (round BETWEEN 1 AND 99),
    seat   INTEGER CHECK (seat BETWEEN 0 AND 4),
    data   TEXT NOT NULL,
    secret TEXT,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- Rounds that have ended. `out` is NULL after a blocked round.
CREATE TABLE rounds (
    game       INTEGER NOT NULL REFERENCES games (id),
    round      INTEGER NOT NULL CHECK (round BETWEEN 1 AND 99),
    dealer     INTEGER NOT NULL CHECK (dealer BETWEEN 0 AND 4),
    starter    INTEGER NOT NULL CHECK (starter BETWEEN 0 AND 4),
    out        INTEGER,
    hand       INTEGER NOT NULL CHECK (hand IN (0, 1)),
    commitment BLOB NOT NULL CHECK (length(commitment) = 32),
    seed       BLOB NOT NULL CHECK (length(seed) = 32),
    ended_at   INTEGER NOT NULL,
    PRIMARY KEY (game, round),
    FOREIGN KEY (game, out) REFERENCES seats (game, seat),
    CHECK (hand = 0 OR out IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- What each seat scored, whether it was down, and the cards it still held.
CREATE TABLE round_scores (
    game       INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    points     INTEGER NOT NULL,
    down       INTEGER NOT NULL CHECK (down IN (0, 1)),
    cards_left TEXT NOT NULL,
    PRIMARY KEY (game, round, seat),
    FOREIGN KEY (game, round) REFERENCES rounds (game, round),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

-- What each partnership scored.
CREATE TABLE round_team_scores (
    game   INTEGER NOT NULL,
    round  INTEGER NOT NULL,
    team   INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (game, round, team),
    FOREIGN KEY (game, round) REFERENCES rounds (game, round),
    FOREIGN KEY (game, team) REFERENCES team_totals (game, team)
) STRICT, WITHOUT ROWID;

-- Append-only. A row written once stays as it is; new rows go on without a
-- gap. (The INSERT triggers also stop INSERT OR REPLACE, which fires no DELETE
-- trigger.)
CREATE TRIGGER events_go_on BEFORE INSERT ON events
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events
                     WHERE game = NEW.game)
BEGIN SELECT raise(ABORT, 'events go on without a gap'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT raise(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_keep BEFORE DELETE ON events
BEGIN SELECT raise(ABORT, 'events are never deleted'); END;

CREATE TRIGGER rounds_go_on BEFORE INSERT ON rounds
WHEN NEW.round IS NOT (SELECT coalesce(max(round), 0) + 1 FROM rounds
                       WHERE game = NEW.game)
BEGIN SELECT raise(ABORT, 'rounds go on without a gap'); END;
CREATE TRIGGER rounds_stay BEFORE UPDATE ON rounds
BEGIN SELECT raise(ABORT, 'rounds are never changed'); END;
CREATE TRIGGER rounds_keep BEFORE DELETE ON rounds
BEGIN SELECT raise(ABORT, 'rounds are never deleted'); END;

CREATE TRIGGER round_scores_once BEFORE INSERT ON round_scores
WHEN EXISTS (SELECT 1 FROM round_scores
             WHERE game = NEW.game AND round = NEW.round AND seat = NEW.seat)
BEGIN SELECT raise(ABORT, 'round_scores are never changed'); END;
CREATE TRIGGER round_scores_stay BEFORE UPDATE ON round_scores
BEGIN SELECT raise(ABORT, 'round_scores are never changed'); END;
CREATE TRIGGER round_scores_keep BEFORE DELETE ON round_scores
BEGIN SELECT raise(ABORT, 'round_scores are never deleted'); END;

CREATE TRIGGER round_team_scores_once BEFORE INSERT ON round_team_scores
WHEN EXISTS (SELECT 1 FROM round_team_scores
             WHERE game = NEW.game AND round = NEW.round AND team = NEW.team)
BEGIN SELECT raise(ABORT, 'round_team_scores are never changed'); END;
CREATE TRIGGER round_team_scores_stay BEFORE UPDATE ON round_team_scores
BEGIN SELECT raise(ABORT, 'round_team_scores are never changed'); END;
CREATE TRIGGER round_team_scores_keep BEFORE DELETE ON round_team_scores
BEGIN SELECT raise(ABORT, 'round_team_scores are never deleted'); END;

-- Figures over finished, ranked games, for leaderboards. The columns by_… are
-- the orders of a leaderboard: lower is better in each, in every variant.
CREATE TABLE player_figures (
    variant     TEXT NOT NULL,
    lower_wins  INTEGER NOT NULL,
    player      INTEGER NOT NULL REFERENCES players (id),
    games       INTEGER NOT NULL CHECK (games >= 1),
    wins        INTEGER NOT NULL CHECK (wins BETWEEN 0 AND games),
    rounds      INTEGER NOT NULL CHECK (rounds >= games),
    rounds_won  INTEGER NOT NULL CHECK (rounds_won BETWEEN 0 AND rounds),
    hands       INTEGER NOT NULL CHECK (hands BETWEEN 0 AND rounds_won),
    points      INTEGER NOT NULL,
    best        INTEGER NOT NULL,
    worst       INTEGER NOT NULL,
    by_wins     INTEGER NOT NULL AS (-wins),
    by_win_rate REAL NOT NULL AS (-1.0 * wins / games),
    by_average  REAL NOT NULL
                AS (iif(lower_wins, 1.0, -1.0) * points / rounds),
    by_hands    INTEGER NOT NULL AS (-hands),
    PRIMARY KEY (variant, player),
    FOREIGN KEY (variant, lower_wins) REFERENCES variants (name, lower_wins)
) STRICT, WITHOUT ROWID;

CREATE INDEX player_figures_by_wins
    ON player_figures (variant, by_wins, player, games);
CREATE INDEX player_figures_by_win_rate
    ON player_figures (variant, by_win_rate, player, games);
CREATE INDEX player_figures_by_average
    ON player_figures (variant, by_average, player, games);
CREATE INDEX player_figures_by_hands
    ON player_figures (variant, by_hands, player, games);

-- The same of two players together, whatever seats they sat in.
CREATE TABLE partnership_figures (
    variant     TEXT NOT NULL,
    lower_wins  INTEGER NOT NULL,
    player      INTEGER NOT NULL REFERENCES players (id),
    partner     INTEGER NOT NULL REFERENCES players (id),
    games       INTEGER NOT NULL CHECK (games >= 1),
    wins        INTEGER NOT NULL CHECK (wins BETWEEN 0 AND games),
    rounds      INTEGER NOT NULL CHECK (rounds >= games),
    rounds_won  INTEGER NOT NULL CHECK (rounds_won BETWEEN 0 AND rounds),
    hands       INTEGER NOT NULL CHECK (hands BETWEEN 0 AND rounds_won),
    points      INTEGER NOT NULL,
    best        INTEGER NOT NULL,
    worst       INTEGER NOT NULL,
    by_wins     INTEGER NOT NULL AS (-wins),
    by_win_rate REAL NOT NULL AS (-1.0 * wins / games),
    by_average  REAL NOT NULL
                AS (iif(lower_wins, 1.0, -1.0) * points / rounds),
    by_hands    INTEGER NOT NULL AS (-hands),
    PRIMARY KEY (variant, player, partner),
    FOREIGN KEY (variant, lower_wins) REFERENCES variants (name, lower_wins),
    CHECK (player < partner)
) STRICT, WITHOUT ROWID;

CREATE INDEX partnership_figures_by_wins
    ON partnership_figures (variant, by_wins, player, partner, games);
CREATE INDEX partnership_figures_by_win_rate
    ON partnership_figures (variant, by_win_rate, player, partner, games);
CREATE INDEX partnership_figures_by_average
    ON partnership_figures (variant, by_average, player, partner, games);
CREATE INDEX partnership_figures_by_hands
    ON partnership_figures (variant, by_hands, player, partner, games);
CREATE INDEX partnership_figures_by_partner
    ON partnership_figures (variant, partner);

-- Keys of services that create games. A name is free again once its key is
-- revoked.
CREATE TABLE service_keys (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    role       TEXT NOT NULL CHECK (role IN ('host', 'admin')),
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;

CREATE UNIQUE INDEX service_keys_valid ON service_keys (name)
    WHERE revoked_at IS NULL;

-- What every token stands for; only its SHA-256 is kept.
CREATE TABLE tokens (
    hash       BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    kind       TEXT NOT NULL
               CHECK (kind IN ('key', 'game_host', 'seat', 'player')),
    key        INTEGER REFERENCES service_keys (id),
    game       INTEGER REFERENCES games (id),
    seat       INTEGER,
    player     INTEGER REFERENCES players (id),
    created_at INTEGER NOT NULL,
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat),
    CHECK ((kind = 'key') = (key IS NOT NULL)),
    CHECK ((kind IN ('game_host', 'seat')) = (game IS NOT NULL)),
    CHECK ((kind = 'seat') = (seat IS NOT NULL)),
    CHECK ((kind = 'player') = (player IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Answers kept for Idempotency-Key, sealed.
CREATE TABLE receipts (
    id         INTEGER PRIMARY KEY,
    slot       BLOB NOT NULL UNIQUE CHECK (length(slot) = 32),
    body_hash  BLOB NOT NULL CHECK (length(body_hash) = 32),
    created_at INTEGER NOT NULL,
    answer     BLOB NOT NULL
) STRICT;

CREATE INDEX receipts_by_age ON receipts (created_at);

-- What the service alone knows and a restart must not change, such as the key
-- that cursors of lists are sealed with.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT, WITHOUT ROWID;

-- Views for people.

CREATE VIEW show_games AS
SELECT uuid AS game, variant, status, iif(ranked, 'yes', 'no') AS ranked,
       seats, seq AS events,
       strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch')
           AS created,
       strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch')
           AS updated
FROM games;

CREATE VIEW show_totals AS
SELECT g.uuid AS game, g.variant, g.status, s.seat, p.name AS player, s.team,
       s.total
FROM seats AS s
JOIN games AS g ON g.id = s.game
LEFT JOIN players AS p ON p.id = s.player;

CREATE VIEW show_partnership_totals AS
SELECT g.uuid AS game, g.status, t.team, p.name AS player,
       q.name AS partner, t.total
FROM team_totals AS t
JOIN games AS g ON g.id = t.game
JOIN seats AS s ON s.game = t.game AND s.team = t.team
JOIN seats AS o ON o.game = t.game AND o.team = t.team AND o.seat > s.seat
LEFT JOIN players AS p ON p.id = s.player
LEFT JOIN players AS q ON q.id = o.player;

CREATE VIEW show_rounds AS
SELECT g.uuid AS game, r.round, r.dealer, r.starter, r.out,
       p.name AS out_player, iif(r.hand, 'yes', 'no') AS hand,
       iif(r.out IS NULL, 'yes', 'no') AS blocked,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.ended_at / 1000.0, 'unixepoch')
           AS ended,
       lower(hex(r.commitment)) AS commitment, lower(hex(r.seed)) AS seed
FROM rounds AS r
JOIN games AS g ON g.id = r.game
LEFT JOIN seats AS s ON s.game = r.game AND s.seat = r.out
LEFT JOIN players AS p ON p.id = s.player;

CREATE VIEW show_scores AS
SELECT g.uuid AS game, c.round, c.seat, p.name AS player, c.points,
       t.team, t.points AS team_points, iif(c.down, 'yes', 'no') AS down,
       c.cards_left
FROM round_scores AS c
JOIN games AS g ON g.id = c.game
JOIN seats AS s ON s.game = c.game AND s.seat = c.seat
LEFT JOIN players AS p ON p.id = s.player
LEFT JOIN round_team_scores AS t
    ON t.game = c.game AND t.round = c.round AND t.team = s.team;

CREATE VIEW show_players AS
SELECT f.variant,
       rank() OVER (PARTITION BY f.variant ORDER BY f.by_wins)
           AS rank_by_wins,
       rank() OVER (PARTITION BY f.variant ORDER BY f.by_average)
           AS rank_by_average,
       p.name AS player, f.games, f.wins,
       round(1.0 * f.wins / f.games, 3) AS win_rate, f.rounds, f.rounds_won,
       f.hands, f.points, round(1.0 * f.points / f.rounds, 2) AS average,
       f.best, f.worst
FROM player_figures AS f
JOIN players AS p ON p.id = f.player;

CREATE VIEW show_partnerships AS
SELECT f.variant,
       rank() OVER (PARTITION BY f.variant ORDER BY f.by_wins)
           AS rank_by_wins,
       rank() OVER (PARTITION BY f.variant ORDER BY f.by_average)
           AS rank_by_average,
       p.name AS player, q.name AS partner, f.games, f.wins,
       round(1.0 * f.wins / f.games, 3) AS win_rate, f.rounds, f.rounds_won,
       f.hands, f.points, round(1.0 * f.points / f.rounds, 2) AS average,
       f.best, f.worst
FROM partnership_figures AS f
JOIN players AS p ON p.id = f.player
JOIN players AS q ON q.id = f.partner;

CREATE VIEW show_events AS
SELECT g.uuid AS game, e.seq,
       strftime('%Y-%m-%dT%H:%M:%fZ', e.at / 1000.0, 'unixepoch') AS at,
       e.type, e.round, e.seat, e.data
FROM events AS e
JOIN games AS g ON g.id = e.game;
