-- Scorecards: games of a physical table, whose rounds are told and not played.
-- A round told anew is a further revision; what was told before stays.

ALTER TABLE games ADD COLUMN mode TEXT NOT NULL DEFAULT 'referee'
    CHECK (mode IN ('referee', 'scorecard'));

DROP VIEW show_games;
DROP VIEW show_rounds;
DROP VIEW show_scores;

-- Rounds that have ended. `out` is NULL after a blocked round; on a scorecard
-- dealer, starter, commitment and seed are NULL. `at` is when the round ended
-- or was told, `by_seat` the seat that told it, NULL for the host and the
-- referee.
CREATE TABLE rounds_new (
    game       INTEGER NOT NULL REFERENCES games (id),
    round      INTEGER NOT NULL CHECK (round BETWEEN 1 AND 99),
    revision   INTEGER NOT NULL CHECK (revision >= 0),
    at         INTEGER NOT NULL,
    by_seat    INTEGER,
    reason     TEXT CHECK (length(reason) BETWEEN 1 AND 200),
    dealer     INTEGER CHECK (dealer BETWEEN 0 AND 4),
    starter    INTEGER CHECK (starter BETWEEN 0 AND 4),
    out        INTEGER,
    hand       INTEGER NOT NULL CHECK (hand IN (0, 1)),
    commitment BLOB CHECK (length(commitment) = 32),
    seed       BLOB CHECK (length(seed) = 32),
    PRIMARY KEY (game, round, revision),
    FOREIGN KEY (game, out) REFERENCES seats (game, seat),
    FOREIGN KEY (game, by_seat) REFERENCES seats (game, seat),
    CHECK (hand = 0 OR out IS NOT NULL),
    CHECK ((revision = 0) = (reason IS NULL)),
    CHECK (iif(dealer IS NULL,
               coalesce(starter, commitment, seed) IS NULL,
               revision = 0 AND by_seat IS NULL AND starter IS NOT NULL
               AND commitment IS NOT NULL AND seed IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- What each seat scored, whether it was down, and what it still held: the
-- cards; on a scorecard `down`, `held` and `cards_left` are NULL where they
-- were not told. `held` is the sum of the cards, `held_told` says whether it was
-- told itself; both are a scorecard's only.
CREATE TABLE round_scores_new (
    game       INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    points     INTEGER NOT NULL,
    down       INTEGER CHECK (down IN (0, 1)),
    held       INTEGER CHECK (held >= 0),
    held_told  INTEGER NOT NULL CHECK (held_told IN (0, 1)),
    cards_left TEXT,
    PRIMARY KEY (game, round, revision, seat),
    FOREIGN KEY (game, round, revision)
        REFERENCES rounds (game, round, revision),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat),
    CHECK (held_told = 0 OR held IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- What each partnership scored.
CREATE TABLE round_team_scores_new (
    game     INTEGER NOT NULL,
    round    INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    team     INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    PRIMARY KEY (game, round, revision, team),
    FOREIGN KEY (game, round, revision)
        REFERENCES rounds (game, round, revision),
    FOREIGN KEY (game, team) REFERENCES team_totals (game, team)
) STRICT, WITHOUT ROWID;

INSERT INTO rounds_new (game, round, revision, at, dealer, starter, out, hand,
                        commitment, seed)
SELECT game, round, 0, ended_at, dealer, starter, out, hand, commitment, seed
FROM rounds;
INSERT INTO round_scores_new (game, round, revision, seat, points, down,
                              held_told, cards_left)
SELECT game, round, 0, seat, points, down, 0, cards_left FROM round_scores;
INSERT INTO round_team_scores_new (game, round, revision, team, points)
SELECT game, round, 0, team, points FROM round_team_scores;

DROP TABLE round_team_scores;
DROP TABLE round_scores;
DROP TABLE rounds;
ALTER TABLE rounds_new RENAME TO rounds;
ALTER TABLE round_scores_new RENAME TO round_scores;
ALTER TABLE round_team_scores_new RENAME TO round_team_scores;

-- Append-only: rounds go on without a gap, and so do the revisions of each.
CREATE TRIGGER rounds_go_on BEFORE INSERT ON rounds
WHEN NEW.revision = 0 AND
     NEW.round IS NOT (SELECT coalesce(max(round), 0) + 1 FROM rounds
                       WHERE game = NEW.game)
BEGIN SELECT raise(ABORT, 'rounds go on without a gap'); END;
CREATE TRIGGER rounds_revised BEFORE INSERT ON rounds
WHEN NEW.revision > 0 AND
     NEW.revision IS NOT (SELECT max(revision) + 1 FROM rounds
                          WHERE game = NEW.game AND round = NEW.round)
BEGIN SELECT raise(ABORT, 'revisions go on without a gap'); END;
CREATE TRIGGER rounds_told BEFORE INSERT ON rounds
WHEN (NEW.dealer IS NULL) IS NOT
     (SELECT mode = 'scorecard' FROM games WHERE id = NEW.game)
BEGIN SELECT raise(ABORT, 'only a scorecard is told its rounds'); END;
CREATE TRIGGER rounds_stay BEFORE UPDATE ON rounds
BEGIN SELECT raise(ABORT, 'rounds are never changed'); END;
CREATE TRIGGER rounds_keep BEFORE DELETE ON rounds
BEGIN SELECT raise(ABORT, 'rounds are never deleted'); END;

CREATE TRIGGER round_scores_once BEFORE INSERT ON round_scores
WHEN EXISTS (SELECT 1 FROM round_scores
             WHERE game = NEW.game AND round = NEW.round
             AND revision = NEW.revision AND seat = NEW.seat)
BEGIN SELECT raise(ABORT, 'round_scores are never changed'); END;
CREATE TRIGGER round_scores_stay BEFORE UPDATE ON round_scores
BEGIN SELECT raise(ABORT, 'round_scores are never changed'); END;
CREATE TRIGGER round_scores_keep BEFORE DELETE ON round_scores
BEGIN SELECT raise(ABORT, 'round_scores are never deleted'); END;

CREATE TRIGGER round_team_scores_once BEFORE INSERT ON round_team_scores
WHEN EXISTS (SELECT 1 FROM round_team_scores
             WHERE game = NEW.game AND round = NEW.round
             AND revision = NEW.revision AND team = NEW.team)
BEGIN SELECT raise(ABORT, 'round_team_scores are never changed'); END;
CREATE TRIGGER round_team_scores_stay BEFORE UPDATE ON round_team_scores
BEGIN SELECT raise(ABORT, 'round_team_scores are never changed'); END;
CREATE TRIGGER round_team_scores_keep BEFORE DELETE ON round_team_scores
BEGIN SELECT raise(ABORT, 'round_team_scores are never deleted'); END;

-- What counts: every round as it was told last.
CREATE VIEW rounds_last AS
SELECT * FROM rounds AS r
WHERE r.revision = (SELECT max(l.revision) FROM rounds AS l
                    WHERE l.game = r.game AND l.round = r.round);

-- Views for people.

CREATE VIEW show_games AS
SELECT uuid AS game, variant, mode, status, iif(ranked, 'yes', 'no') AS ranked,
       seats, seq AS events,
       strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch')
           AS created,
       strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch')
           AS updated
FROM games;

CREATE VIEW show_rounds AS
SELECT g.uuid AS game, r.round, r.dealer, r.starter, r.out,
       p.name AS out_player, iif(r.hand, 'yes', 'no') AS hand,
       iif(r.out IS NULL, 'yes', 'no') AS blocked,
       strftime('%Y-%m-%dT%H:%M:%fZ', f.at / 1000.0, 'unixepoch') AS ended,
       r.revision AS corrections,
       lower(hex(r.commitment)) AS commitment, lower(hex(r.seed)) AS seed
FROM rounds_last AS r
JOIN rounds AS f ON f.game = r.game AND f.round = r.round AND f.revision = 0
JOIN games AS g ON g.id = r.game
LEFT JOIN seats AS s ON s.game = r.game AND s.seat = r.out
LEFT JOIN players AS p ON p.id = s.player;

CREATE VIEW show_scores AS
SELECT g.uuid AS game, c.round, c.seat, p.name AS player, c.points,
       t.team, t.points AS team_points,
       CASE c.down WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS down,
       c.cards_left, c.held
FROM rounds_last AS r
JOIN round_scores AS c
    ON c.game = r.game AND c.round = r.round AND c.revision = r.revision
JOIN games AS g ON g.id = c.game
JOIN seats AS s ON s.game = c.game AND s.seat = c.seat
LEFT JOIN players AS p ON p.id = s.player
LEFT JOIN round_team_scores AS t
    ON t.game = c.game AND t.round = c.round AND t.revision = c.revision
    AND t.team = s.team;

-- Every revision of a scorecard's rounds, a row for each seat.
CREATE VIEW show_revisions AS
SELECT g.uuid AS game, r.round, r.revision,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.at / 1000.0, 'unixepoch') AS told,
       coalesce(b.name, iif(r.by_seat IS NULL, 'host', 'seat ' || r.by_seat))
           AS by,
       r.reason, r.out, iif(r.hand, 'yes', 'no') AS hand,
       c.seat, p.name AS player, c.points,
       CASE c.down WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS down,
       c.cards_left, c.held
FROM games AS g
JOIN rounds AS r ON r.game = g.id
JOIN round_scores AS c
    ON c.game = r.game AND c.round = r.round AND c.revision = r.revision
JOIN seats AS s ON s.game = c.game AND s.seat = c.seat
LEFT JOIN players AS p ON p.id = s.player
LEFT JOIN seats AS w ON w.game = r.game AND w.seat = r.by_seat
LEFT JOIN players AS b ON b.id = w.player
WHERE g.mode = 'scorecard';
