-- How long the clocks of games had run since their last event, to the moment
-- at which the service was ended.
CREATE TABLE stopped_clocks (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    seq  INTEGER NOT NULL CHECK (seq >= 1),
    ms   INTEGER NOT NULL CHECK (ms >= 0)
) STRICT;
