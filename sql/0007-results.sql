-- The counted games in the order of counting, each with what it stands for and
-- the ratings of its players before it: docs/database.md tells how `ratings`
-- is read.
CREATE TABLE results (
    number   INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL UNIQUE REFERENCES games (id),
    ended_at INTEGER NOT NULL,
    evidence TEXT NOT NULL CHECK (evidence IN ('verified', 'declared')),
    ratings  BLOB NOT NULL CHECK (length(ratings) % 128 = 0)
) STRICT;
