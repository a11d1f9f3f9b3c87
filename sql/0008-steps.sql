-- Places of large boards without counting them whole. `lines` is how many lines
-- a board has, `stepped` whether it is cut into steps.
ALTER TABLE boards ADD COLUMN lines INTEGER NOT NULL DEFAULT 0
    CHECK (lines >= 0);
ALTER TABLE boards ADD COLUMN stepped INTEGER NOT NULL DEFAULT 0
    CHECK (stepped IN (0, 1));
UPDATE boards SET lines = (SELECT count(*) FROM figures
                           WHERE figures.board = boards.id);

-- How many lines of a board stand, in one of its orders (0 rating, 1 wins,
-- 2 win rate, 3 average, 4 Hands), from this place to before the next one.
CREATE TABLE steps (
    id      INTEGER PRIMARY KEY,
    board   INTEGER NOT NULL REFERENCES boards (id),
    by      INTEGER NOT NULL CHECK (by BETWEEN 0 AND 4),
    key     REAL NOT NULL,
    player  INTEGER NOT NULL,
    partner INTEGER NOT NULL,
    lines   INTEGER NOT NULL CHECK (lines >= 0)
) STRICT;

CREATE UNIQUE INDEX steps_by_place ON steps (board, by, key, player, partner);
