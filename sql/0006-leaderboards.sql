-- Boards of players and partnerships for each period and evidence, with
-- ratings, in place of one board a variant. The boards begin empty: the daemon
-- counts the games anew when it opens the file.
DROP VIEW show_players;
DROP VIEW show_partnerships;
DROP TABLE player_figures;
DROP TABLE partnership_figures;

-- What is counted together. `change` numbers the lines written, so that a
-- board can be read as it was; as of a change before `kept_from` it cannot.
CREATE TABLE boards (
    id           INTEGER PRIMARY KEY,
    variant      TEXT NOT NULL REFERENCES variants (name),
    partnerships INTEGER NOT NULL CHECK (partnerships IN (0, 1)),
    period       TEXT NOT NULL CHECK (length(period) BETWEEN 3 AND 8),
    evidence     TEXT NOT NULL
                 CHECK (evidence IN ('all', 'verified', 'declared')),
    change       INTEGER NOT NULL DEFAULT 0 CHECK (change >= 0),
    kept_from    INTEGER NOT NULL DEFAULT 0
                 CHECK (kept_from BETWEEN 0 AND change),
    UNIQUE (variant, period, evidence, partnerships)
) STRICT;

-- The lines of the boards. `partner` is 0 for a player, else the second of the
-- pair. The columns by_… are the orders of a board: lower is better in each,
-- in every variant. `since` is the change that wrote the line.
CREATE TABLE figures (
    player      INTEGER NOT NULL REFERENCES players (id),
    partner     INTEGER NOT NULL,
    board       INTEGER NOT NULL REFERENCES boards (id),
    games       INTEGER NOT NULL CHECK (games >= 1),
    wins        INTEGER NOT NULL CHECK (wins BETWEEN 0 AND games),
    rounds      INTEGER NOT NULL CHECK (rounds >= games),
    rounds_won  INTEGER NOT NULL CHECK (rounds_won BETWEEN 0 AND rounds),
    hands       INTEGER NOT NULL CHECK (hands BETWEEN 0 AND rounds_won),
    points      INTEGER NOT NULL,
    best        INTEGER NOT NULL,
    worst       INTEGER NOT NULL,
    mu          REAL NOT NULL,
    sigma       REAL NOT NULL CHECK (sigma > 0),
    by_rating   REAL NOT NULL,
    by_wins     INTEGER NOT NULL,
    by_win_rate REAL NOT NULL,
    by_average  REAL NOT NULL,
    by_hands    INTEGER NOT NULL,
    since       INTEGER NOT NULL,
    PRIMARY KEY (player, partner, board),
    CHECK (partner = 0 OR player < partner)
) STRICT, WITHOUT ROWID;

-- Each ends in the row ids, so that a page begins exactly where the page before
-- ended. `games` is in those that change with every game anyway.
CREATE INDEX figures_by_rating
    ON figures (board, by_rating, player, partner, games);
CREATE INDEX figures_by_wins ON figures (board, by_wins, player, partner);
CREATE INDEX figures_by_win_rate
    ON figures (board, by_win_rate, player, partner, games);
CREATE INDEX figures_by_average
    ON figures (board, by_average, player, partner, games);
CREATE INDEX figures_by_hands ON figures (board, by_hands, player, partner);

-- The partnerships of a player, whether first or second of the pair, those that
-- won most first.
CREATE INDEX figures_of_first ON figures (board, player, by_wins, partner)
    WHERE partner <> 0;
CREATE INDEX figures_of_second ON figures (board, partner, by_wins, player)
    WHERE partner <> 0;

-- Lines as they were from the change `since` until the change `until`, kept
-- for a while for whoever reads a board page by page.
CREATE TABLE figures_before (
    id          INTEGER PRIMARY KEY,
    board       INTEGER NOT NULL,
    since       INTEGER NOT NULL,
    until       INTEGER NOT NULL CHECK (since < until),
    at          INTEGER NOT NULL,
    player      INTEGER NOT NULL,
    partner     INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    wins        INTEGER NOT NULL,
    rounds      INTEGER NOT NULL,
    rounds_won  INTEGER NOT NULL,
    hands       INTEGER NOT NULL,
    points      INTEGER NOT NULL,
    best        INTEGER NOT NULL,
    worst       INTEGER NOT NULL,
    mu          REAL NOT NULL,
    sigma       REAL NOT NULL
) STRICT;

CREATE INDEX figures_before_by_board ON figures_before (board, until);

-- Views for people: all games of all time.

CREATE VIEW show_players AS
SELECT b.variant,
       rank() OVER (PARTITION BY f.board ORDER BY f.by_rating)
           AS rank_by_rating,
       rank() OVER (PARTITION BY f.board ORDER BY f.by_wins)
           AS rank_by_wins,
       rank() OVER (PARTITION BY f.board ORDER BY f.by_average)
           AS rank_by_average,
       p.name AS player, f.games, f.wins,
       round(1.0 * f.wins / f.games, 3) AS win_rate, f.rounds, f.rounds_won,
       f.hands, f.points, round(1.0 * f.points / f.rounds, 2) AS average,
       f.best, f.worst, round(f.mu - 3 * f.sigma, 2) AS rating
FROM boards AS b
JOIN figures AS f ON f.board = b.id
JOIN players AS p ON p.id = f.player
WHERE b.period = 'all' AND b.evidence = 'all' AND NOT b.partnerships;

CREATE VIEW show_partnerships AS
SELECT b.variant,
       rank() OVER (PARTITION BY f.board ORDER BY f.by_rating)
           AS rank_by_rating,
       rank() OVER (PARTITION BY f.board ORDER BY f.by_wins)
           AS rank_by_wins,
       rank() OVER (PARTITION BY f.board ORDER BY f.by_average)
           AS rank_by_average,
       p.name AS player, q.name AS partner, f.games, f.wins,
       round(1.0 * f.wins / f.games, 3) AS win_rate, f.rounds, f.rounds_won,
       f.hands, f.points, round(1.0 * f.points / f.rounds, 2) AS average,
       f.best, f.worst, round(f.mu - 3 * f.sigma, 2) AS rating
FROM boards AS b
JOIN figures AS f ON f.board = b.id
JOIN players AS p ON p.id = f.player
JOIN players AS q ON q.id = f.partner
WHERE b.period = 'all' AND b.evidence = 'all' AND b.partnerships;
