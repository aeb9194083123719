-- 0023-catalogue.sql: what the shop sells, whole as it is shown and sent, and the pictures of it.
CREATE TABLE catalogue (
  one         INTEGER PRIMARY KEY CHECK (one = 1),
  version     INTEGER NOT NULL,
  content     TEXT NOT NULL,                    -- JSON: categories and products
  provisioned BLOB                              -- SHA-256 of what was provisioned when it was written; another one since is newer
) STRICT;
CREATE TRIGGER catalogue_rises BEFORE UPDATE ON catalogue WHEN NEW.version <= OLD.version
BEGIN SELECT RAISE(ABORT, 'a catalogue has a version after the last one'); END;
CREATE TABLE picture (
  id         TEXT PRIMARY KEY,                  -- SHA-256, hexadecimal
  media_type TEXT NOT NULL CHECK (media_type IN ('image/png','image/jpeg','image/webp')),
  data       BLOB NOT NULL,
  added_at   INTEGER NOT NULL                   -- when it was added last
) STRICT;
