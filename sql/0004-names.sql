-- What a reserved name looks like, so that no new name is taken for it; and by
-- which tables of Unicode the service made it and all folds. SQL cannot: the
-- service does so when it opens a database made by other tables, or by none.
ALTER TABLE players ADD COLUMN skeleton TEXT
    CHECK (skeleton <> '' AND (skeleton IS NULL OR reserved = 1));

CREATE INDEX players_by_skeleton ON players (skeleton)
    WHERE skeleton IS NOT NULL;

CREATE TABLE name_tables (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    made_by TEXT NOT NULL
) STRICT;
