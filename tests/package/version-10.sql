-- A database of version 10, as a daemon of that time has left it: a game of
-- which half is played, a scorecard, a service key. Its tokens: version-10.env.
PRAGMA journal_mode=WAL;
PRAGMA application_id=1212238669;
PRAGMA user_version=10;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE variants (
    name       TEXT NOT NULL PRIMARY KEY,
    lower_wins INTEGER NOT NULL CHECK (lower_wins IN (0, 1)),
    UNIQUE (name, lower_wins)
) STRICT, WITHOUT ROWID;
INSERT INTO variants VALUES('hand',1);
INSERT INTO variants VALUES('hand-partners',1);
INSERT INTO variants VALUES('may-i',0);
CREATE TABLE players (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    folded     TEXT NOT NULL UNIQUE CHECK (folded <> ''),
    reserved   INTEGER NOT NULL CHECK (reserved IN (0, 1)),
    created_at INTEGER NOT NULL
, skeleton TEXT
    CHECK (skeleton <> '' AND (skeleton IS NULL OR reserved = 1))) STRICT;
INSERT INTO players VALUES(1,'ana','ana',0,1796065309320,NULL);
INSERT INTO players VALUES(2,'basil','basil',0,1796065309320,NULL);
INSERT INTO players VALUES(3,'caro','caro',0,1796065309320,NULL);
INSERT INTO players VALUES(4,'dina','dina',0,1796065309320,NULL);
INSERT INTO players VALUES(5,'huda','huda',0,1796065309563,NULL);
INSERT INTO players VALUES(6,'sami','sami',0,1796065309563,NULL);
INSERT INTO players VALUES(7,'lina','lina',0,1796065309563,NULL);
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
, mode TEXT NOT NULL DEFAULT 'referee'
    CHECK (mode IN ('referee', 'scorecard')), key INTEGER REFERENCES service_keys (id)) STRICT;
INSERT INTO games VALUES(1,'01a22dd5-b288-732b-a44d-96164f69efb3','hand-partners','playing',0,0,1,4,6,1796065309320,1796065309527,'referee',NULL);
INSERT INTO games VALUES(2,'01a22dd5-b37b-7308-a6d5-7bac7839e02a','hand','playing',1,0,1,3,2,1796065309563,1796065309623,'scorecard',NULL);
CREATE TABLE seats (
    game   INTEGER NOT NULL REFERENCES games (id),
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 4),
    player INTEGER REFERENCES players (id),
    team   INTEGER CHECK (team IN (0, 1)),
    total  INTEGER NOT NULL DEFAULT 0, bot INTEGER NOT NULL DEFAULT 0
    CHECK (bot IN (0, 1) AND (bot = 0 OR player IS NULL)),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO seats VALUES(1,0,1,0,0,0);
INSERT INTO seats VALUES(1,1,2,1,0,0);
INSERT INTO seats VALUES(1,2,3,0,0,0);
INSERT INTO seats VALUES(1,3,4,1,0,0);
INSERT INTO seats VALUES(2,0,5,NULL,-30,0);
INSERT INTO seats VALUES(2,1,6,NULL,32,0);
INSERT INTO seats VALUES(2,2,7,NULL,100,0);
CREATE TABLE team_totals (
    game  INTEGER NOT NULL REFERENCES games (id),
    team  INTEGER NOT NULL CHECK (team IN (0, 1)),
    total INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, team)
) STRICT, WITHOUT ROWID;
INSERT INTO team_totals VALUES(1,0,0);
INSERT INTO team_totals VALUES(1,1,0);
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
INSERT INTO events VALUES(1,1,1796065309320,'game_created',NULL,NULL,'variant hand-partners; seats 4; first_dealer 3; players "ana" "basil" "caro" "dina"; options max_reshuffles=2 rounds=1 opening_minimum=51 ace_low_value=11 max_jokers_per_meld=2 run_max=13 joker_left=15 dealer=rotate opening_rule=fixed opening_needs_run=0 hand_waives_minimum=0 starter_may_meld=0 discard_draw=meld final_discard=required','deal 1; hand 2D 8D JD 4S 9H 6C 4C 9D AD 2C 6D 6H 6C KS QH; hand QH KH AH TS TH TD 7C TS 2D TC QS KD TH 8C; hand 3C 9C TC 8S AH 5S 6D 3S 5D 2H 7H JH TD 3H; hand 4S 5S 6S 7S 8S 8H 8D AS AD AC 3C 3D 3H JH; stock 5C 4C 9C');
INSERT INTO events VALUES(1,2,1796065309320,'round_started',1,NULL,'dealer 3; starter 0; commitment 10c3e988e46dc8a8798a3f09879f9727cc63cac35a94a8a1c746eff2e8ce5116','seed baebd4d82e567690d60be5adb2528b3f744e90e2c431bf50110f3b095d0dcead; numbers 45; deck 2D QH 3C 4S 8D KH 9C 5S JD AH TC 6S 4S TS 8S 7S 9H TH AH 8S 6C TD 5S 8H 4C 7C 6D 8D 9D TS 3S AS AD 2D 5D AD 2C TC 2H AC 6D QS 7H 3C 6H KD JH 3D 6C TH TD 3H KS 8C 3H JH QH 5C 4C 9C JK 3S JK JS 9S QC 8H KC KS 2S KH QD 7C 7D 5H 9D 2S 6S 5H 6H 7H 8C 7D QS 5C JS 2H 4D KC AC 9H KD 5D 7S 9S 4H 3D 2C 4H JC AS QC JD 4D QD JC');
INSERT INTO events VALUES(1,3,1796065309446,'move',1,0,'discard 2D',NULL);
INSERT INTO events VALUES(1,4,1796065309484,'move',1,1,'draw stock','drawn 5C');
INSERT INTO events VALUES(1,5,1796065309527,'move',1,1,'meld QH KH AH / TS TH TD',NULL);
INSERT INTO events VALUES(1,6,1796065309527,'move',1,1,'discard 5C',NULL);
INSERT INTO events VALUES(2,1,1796065309563,'game_created',NULL,NULL,'variant hand; seats 3; mode scorecard; players "huda" "sami" "lina"; options max_reshuffles=2 rounds=2 opening_minimum=51 ace_low_value=11 max_jokers_per_meld=2 run_max=13 joker_left=15 dealer=rotate opening_rule=fixed opening_needs_run=0 hand_waives_minimum=0 starter_may_meld=0 discard_draw=meld final_discard=required',NULL);
INSERT INTO events VALUES(2,2,1796065309623,'round_ended',1,NULL,'out 0; hand 0; seat -; seat down held 32 cards KS 7D JK; seat not_down; points -30 32 100; team_points',NULL);
CREATE TABLE service_keys (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    role       TEXT NOT NULL CHECK (role IN ('host', 'admin')),
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
INSERT INTO service_keys VALUES(1,'club','host',1796065309673,NULL);
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
INSERT INTO tokens VALUES(X'02f1d189ea142896f8eab5fe8f0c202a4daeec8bc7921b09505dfaf36e5504b2','seat',NULL,1,0,NULL,1796065309320);
INSERT INTO tokens VALUES(X'12656e26c81da47e1dfb6c9a1bc75e534b6e12dae1862208487ea6fd5f6fcc3e','seat',NULL,2,1,NULL,1796065309563);
INSERT INTO tokens VALUES(X'203d4987f2a0cfc50c41e4d624ab560224b8527a3a4aaba4a0c2c6b83dd9b970','seat',NULL,2,2,NULL,1796065309563);
INSERT INTO tokens VALUES(X'2472fd1bbef91fd6c3ba1d658507edaad98c2b2e3908acaada46e82216f74541','seat',NULL,1,2,NULL,1796065309320);
INSERT INTO tokens VALUES(X'2c48c66a0c3806ae705363e9d64b0027b9be17510894016e726c2f01f00979c9','seat',NULL,1,3,NULL,1796065309320);
INSERT INTO tokens VALUES(X'359d49b1eaf7ffbfc2dfbeee89655e455c7f5745aa87143515c4195f1b93130d','game_host',NULL,2,NULL,NULL,1796065309563);
INSERT INTO tokens VALUES(X'74aa0b943b3ea437c816bc736057656b8d9102486415d13b40238ed8618c6ec5','seat',NULL,2,0,NULL,1796065309563);
INSERT INTO tokens VALUES(X'96c35ae8e73997615fbd63e9bd659deaca0a575ada50623e7d46c4ec5f845703','key',1,NULL,NULL,NULL,1796065309673);
INSERT INTO tokens VALUES(X'9d5966dedcebf8803591ea3a6495168db5aa62bec854927bc6e7f02f2e1456d1','seat',NULL,1,1,NULL,1796065309320);
INSERT INTO tokens VALUES(X'ed0cfcd4683809d2fdaa660fd3b5298fc90436e74ef9c0a9deb1961f52e61d01','game_host',NULL,1,NULL,NULL,1796065309320);
CREATE TABLE receipts (
    id         INTEGER PRIMARY KEY,
    slot       BLOB NOT NULL UNIQUE CHECK (length(slot) = 32),
    body_hash  BLOB NOT NULL CHECK (length(body_hash) = 32),
    created_at INTEGER NOT NULL,
    answer     BLOB NOT NULL
) STRICT;
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT, WITHOUT ROWID;
INSERT INTO secrets VALUES('cursors',X'f5a67d24e37796ebe7a6e5106a2fb8dca4b1aef483923992e69817339927964c');
CREATE TABLE name_tables (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    made_by TEXT NOT NULL
) STRICT;
INSERT INTO name_tables VALUES(1,'icu 72.1, 1');
CREATE TABLE IF NOT EXISTS "rounds" (
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
INSERT INTO rounds VALUES(2,1,0,1796065309623,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
CREATE TABLE IF NOT EXISTS "round_scores" (
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
INSERT INTO round_scores VALUES(2,1,0,0,-30,NULL,NULL,0,NULL);
INSERT INTO round_scores VALUES(2,1,0,1,32,1,32,0,'KS 7D JK');
INSERT INTO round_scores VALUES(2,1,0,2,100,0,NULL,0,NULL);
CREATE TABLE IF NOT EXISTS "round_team_scores" (
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
CREATE TABLE boards (
    id           INTEGER PRIMARY KEY,
    variant      TEXT NOT NULL REFERENCES variants (name),
    partnerships INTEGER NOT NULL CHECK (partnerships IN (0, 1)),
    period       TEXT NOT NULL CHECK (length(period) BETWEEN 3 AND 8),
    evidence     TEXT NOT NULL
                 CHECK (evidence IN ('all', 'verified', 'declared')),
    change       INTEGER NOT NULL DEFAULT 0 CHECK (change >= 0),
    kept_from    INTEGER NOT NULL DEFAULT 0
                 CHECK (kept_from BETWEEN 0 AND change), lines INTEGER NOT NULL DEFAULT 0
    CHECK (lines >= 0), stepped INTEGER NOT NULL DEFAULT 0
    CHECK (stepped IN (0, 1)),
    UNIQUE (variant, period, evidence, partnerships)
) STRICT;
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
CREATE TABLE results (
    number   INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL UNIQUE REFERENCES games (id),
    ended_at INTEGER NOT NULL,
    evidence TEXT NOT NULL CHECK (evidence IN ('verified', 'declared')),
    ratings  BLOB NOT NULL CHECK (length(ratings) % 128 = 0)
) STRICT;
CREATE TABLE steps (
    id      INTEGER PRIMARY KEY,
    board   INTEGER NOT NULL REFERENCES boards (id),
    by      INTEGER NOT NULL CHECK (by BETWEEN 0 AND 4),
    key     REAL NOT NULL,
    player  INTEGER NOT NULL,
    partner INTEGER NOT NULL,
    lines   INTEGER NOT NULL CHECK (lines >= 0)
) STRICT;
CREATE TABLE feed (
    key    INTEGER NOT NULL REFERENCES service_keys (id),
    id     INTEGER NOT NULL CHECK (id >= events),
    game   INTEGER NOT NULL REFERENCES games (id),
    seq    INTEGER NOT NULL CHECK (seq >= events),
    events INTEGER NOT NULL CHECK (events >= 1),
    PRIMARY KEY (key, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_variant ON games (variant);
CREATE INDEX games_by_status ON games (status);
CREATE INDEX games_by_variant_status ON games (variant, status);
CREATE UNIQUE INDEX seats_by_player ON seats (player, game);
CREATE TRIGGER events_go_on BEFORE INSERT ON events
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events
                     WHERE game = NEW.game)
BEGIN SELECT raise(ABORT, 'events go on without a gap'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT raise(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_keep BEFORE DELETE ON events
BEGIN SELECT raise(ABORT, 'events are never deleted'); END;
CREATE UNIQUE INDEX service_keys_valid ON service_keys (name)
    WHERE revoked_at IS NULL;
CREATE INDEX receipts_by_age ON receipts (created_at);
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
CREATE VIEW show_events AS
SELECT g.uuid AS game, e.seq,
       strftime('%Y-%m-%dT%H:%M:%fZ', e.at / 1000.0, 'unixepoch') AS at,
       e.type, e.round, e.seat, e.data
FROM events AS e
JOIN games AS g ON g.id = e.game;
CREATE INDEX players_by_skeleton ON players (skeleton)
    WHERE skeleton IS NOT NULL;
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
CREATE VIEW rounds_last AS
SELECT * FROM rounds AS r
WHERE r.revision = (SELECT max(l.revision) FROM rounds AS l
                    WHERE l.game = r.game AND l.round = r.round);
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
CREATE INDEX figures_by_rating
    ON figures (board, by_rating, player, partner, games);
CREATE INDEX figures_by_wins ON figures (board, by_wins, player, partner);
CREATE INDEX figures_by_win_rate
    ON figures (board, by_win_rate, player, partner, games);
CREATE INDEX figures_by_average
    ON figures (board, by_average, player, partner, games);
CREATE INDEX figures_by_hands ON figures (board, by_hands, player, partner);
CREATE INDEX figures_of_first ON figures (board, player, by_wins, partner)
    WHERE partner <> 0;
CREATE INDEX figures_of_second ON figures (board, partner, by_wins, player)
    WHERE partner <> 0;
CREATE INDEX figures_before_by_board ON figures_before (board, until);
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
CREATE UNIQUE INDEX steps_by_place ON steps (board, by, key, player, partner);
CREATE INDEX tokens_by_seat ON tokens (game, seat) WHERE seat IS NOT NULL;
CREATE TRIGGER feed_goes_on BEFORE INSERT ON feed
WHEN NEW.id IS NOT (SELECT coalesce(max(id), 0) + NEW.events FROM feed
                    WHERE key = NEW.key)
BEGIN SELECT raise(ABORT, 'a feed goes on without a gap'); END;
CREATE TRIGGER feed_stays BEFORE UPDATE ON feed
BEGIN SELECT raise(ABORT, 'a feed is never changed'); END;
CREATE TRIGGER feed_keeps BEFORE DELETE ON feed
BEGIN SELECT raise(ABORT, 'a feed is never deleted'); END;
COMMIT;
