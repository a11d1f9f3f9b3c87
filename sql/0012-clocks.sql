-- Games with clocks are found again after a start without reading any other.
ALTER TABLE games ADD COLUMN clocked INTEGER NOT NULL DEFAULT 0
    CHECK (clocked IN (0, 1));
CREATE INDEX games_with_a_clock ON games (id)
    WHERE clocked = 1 AND status = 'playing';
