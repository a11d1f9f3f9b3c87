-- Seats that play by themselves: such a seat has no player.
ALTER TABLE seats ADD COLUMN bot INTEGER NOT NULL DEFAULT 0
    CHECK (bot IN (0, 1) AND (bot = 0 OR player IS NULL));
