-- 0045-webhooks.sql: addresses of other programs that the till tells what happens to payments. What each is to be told is
-- read from the journal; here is how far it is, and what it did not take.

-- The secret that its messages are signed with is in the vault.
CREATE TABLE webhook (
  id          TEXT PRIMARY KEY,
  url         TEXT NOT NULL,
  register    TEXT,                            -- whose payments it hears of; NULL: everybody's
  position    INTEGER NOT NULL,                -- the journal's last entry that it needs nothing of any more
  failures    INTEGER NOT NULL DEFAULT 0,      -- in a row
  last_error  TEXT,                            -- of the last of them
  last_ok_at  INTEGER,
  ended_at    INTEGER,                         -- it answered 410: nothing is sent to it any more
  created_at  INTEGER NOT NULL
) STRICT;

-- Payments whose last message it did not take: each is told anew, as it is then, and holds up no other.
CREATE TABLE webhook_late (
  webhook   TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  pos_tid   TEXT NOT NULL REFERENCES payment (pos_tid),
  attempts  INTEGER NOT NULL,
  failed_at INTEGER NOT NULL,                  -- for the first time
  PRIMARY KEY (webhook, pos_tid)
) STRICT, WITHOUT ROWID;
