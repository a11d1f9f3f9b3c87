-- The hash of each event in its game's chain (docs/hash-chain.md). NULL: the
-- event is older than the chain.
ALTER TABLE events ADD COLUMN hash BLOB
    CHECK (hash IS NULL OR length(hash) = 32);

DROP VIEW show_events;
CREATE VIEW show_events AS
SELECT g.uuid AS game, e.seq,
       strftime('%Y-%m-%dT%H:%M:%fZ', e.at / 1000.0, 'unixepoch') AS at,
       e.type, e.round, e.seat, e.data, lower(hex(e.hash)) AS hash
FROM events AS e
JOIN games AS g ON g.id = e.game;
