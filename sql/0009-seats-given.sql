-- A seat that changes hands has its tokens taken away: they are found by it.
CREATE INDEX tokens_by_seat ON tokens (game, seat) WHERE seat IS NOT NULL;
