-- Which service key made a game; and what happened in the games of a key, in
-- the order in which it was committed: its feed.
ALTER TABLE games ADD COLUMN key INTEGER REFERENCES service_keys (id);

-- A row is what one write added to the log of one game: so many events, up to
-- `seq`. Events of a feed are numbered from 1 without a gap; `id` is the number
-- of the row's last one.
CREATE TABLE feed (
    key    INTEGER NOT NULL REFERENCES service_keys (id),
    id     INTEGER NOT NULL CHECK (id >= events),
    game   INTEGER NOT NULL REFERENCES games (id),
    seq    INTEGER NOT NULL CHECK (seq >= events),
    events INTEGER NOT NULL CHECK (events >= 1),
    PRIMARY KEY (key, id)
) STRICT, WITHOUT ROWID;

-- Append-only, like what it leads to.
CREATE TRIGGER feed_goes_on BEFORE INSERT ON feed
WHEN NEW.id IS NOT (SELECT coalesce(max(id), 0) + NEW.events FROM feed
                    WHERE key = NEW.key)
BEGIN SELECT raise(ABORT, 'a feed goes on without a gap'); END;
CREATE TRIGGER feed_stays BEFORE UPDATE ON feed
BEGIN SELECT raise(ABORT, 'a feed is never changed'); END;
CREATE TRIGGER feed_keeps BEFORE DELETE ON feed
BEGIN SELECT raise(ABORT, 'a feed is never deleted'); END;
