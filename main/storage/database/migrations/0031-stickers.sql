-- 0031-stickers.sql: printed codes that name no sale, each with a shortlink of its own, and the scans that counted.
CREATE TABLE sticker (
  id           TEXT PRIMARY KEY,                  -- also the shortlink's serial number, and the end of its callback address
  name         TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('making','active','gone','retiring','retired')),
  base_url     TEXT NOT NULL,                     -- of the service that it is made at
  asked_at     INTEGER,                           -- ms since the epoch: from here on the service may have a shortlink for it
  shortlink_id TEXT,                              -- the service's; null: none is known
  link         TEXT,                              -- what its code holds
  made_at      INTEGER NOT NULL,
  last_scan_at INTEGER,
  CHECK (state NOT IN ('active','gone') OR (shortlink_id IS NOT NULL AND link IS NOT NULL))
) STRICT;
CREATE TABLE seen_scan (
  digest  BLOB PRIMARY KEY,                       -- SHA-256 of the scan token: the token itself is kept nowhere
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX seen_scan_age ON seen_scan (seen_at);
