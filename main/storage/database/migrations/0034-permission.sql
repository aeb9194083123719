-- 0034-permission.sql: what customers were asked for, and what of it is kept. No token and no claim is here in the
-- clear: `sealed` opens with a key that the vault has for this row alone, and that is destroyed when its time is over.
CREATE TABLE permission (
  pos_tid        TEXT PRIMARY KEY,               -- the payment's, where the two are one
  sequence       INTEGER NOT NULL UNIQUE,        -- the order of asking
  combined       INTEGER NOT NULL CHECK (combined IN (0, 1)),
  scope          TEXT NOT NULL,                  -- space-delimited, as asked for
  preset         TEXT,
  purpose        TEXT NOT NULL,
  text           TEXT,
  keep_days      INTEGER NOT NULL CHECK (keep_days BETWEEN 0 AND 30), -- 0: until the end of the sale
  customer       TEXT,                           -- masked
  qr_text        TEXT,
  code_until     INTEGER,
  rid            TEXT UNIQUE,                    -- the service's id, once it has given one
  status         TEXT,
  status_code    INTEGER,
  phase          TEXT NOT NULL,
  attention      TEXT,
  granted        TEXT NOT NULL DEFAULT '',       -- scopes, space-delimited
  to_read        TEXT NOT NULL DEFAULT '',       -- of these, what has yet to be read
  unread         TEXT NOT NULL DEFAULT '[]',     -- what could not be read, and why, JSON
  claims         TEXT NOT NULL DEFAULT '{}',     -- masked, by scope, JSON
  sealed         BLOB,                           -- tokens and claims
  token_until    INTEGER,
  answered_at    INTEGER,
  deadline       INTEGER,                        -- when it is erased at the latest; null: nothing is kept
  sale           TEXT,                           -- the payment whose sale it belongs to
  erased_at      INTEGER,
  erased_because TEXT,
  erased         TEXT NOT NULL DEFAULT '[]',     -- names of claims, JSON
  fee            INTEGER NOT NULL DEFAULT 0,     -- minor units
  fee_currency   TEXT,
  fee_at         INTEGER,                        -- when the till learned of it
  asked_by       TEXT,
  created_at     INTEGER NOT NULL,
  modified_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX permission_by_phase ON permission (phase, sequence);
CREATE INDEX permission_kept ON permission (deadline) WHERE deadline IS NOT NULL;
