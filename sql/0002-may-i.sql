-- May I: a third variant, in which the highest total wins.
INSERT INTO variants (name, lower_wins) VALUES ('may-i', 0);
