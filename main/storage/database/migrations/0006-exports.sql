-- 0006-exports.sql: what support and the books need: the evidence of what was said between the till and the service,
-- ways to find rows in a long journal, which exports were made, and the chain of signed transactions.

-- A request with its answer, or a message from the service, redacted before it is written. Kept for 90 days.
CREATE TABLE exchange (
  sequence     INTEGER PRIMARY KEY,
  pos_tid      TEXT NOT NULL,
  operation_id TEXT,
  journal      INTEGER,                          -- the journal's row that says what came of it; null: nothing new
  kind         TEXT NOT NULL CHECK (kind IN ('request','callback')),
  at           INTEGER NOT NULL,
  last_at      INTEGER NOT NULL,                 -- when the same thing happened last, and how often in a row
  times        INTEGER NOT NULL DEFAULT 1,
  method       TEXT,
  path         TEXT,
  sent         TEXT,                             -- JSON
  status       INTEGER,                          -- null: no answer
  received     TEXT,                             -- JSON, or the beginning of something else
  problem      TEXT,
  ms           INTEGER
) STRICT;
CREATE INDEX exchange_by_payment ON exchange (pos_tid, sequence);
CREATE INDEX exchange_by_time ON exchange (at);

CREATE INDEX journal_by_event ON journal (event);             -- with the sequence, as every index of a rowid table
CREATE INDEX journal_by_actor ON journal (actor) WHERE actor IS NOT NULL;
CREATE INDEX journal_by_time ON journal (at);

-- Files that were made of a period. They are in the data folder's `exports`.
CREATE TABLE export (
  id      TEXT PRIMARY KEY,
  kind    TEXT NOT NULL CHECK (kind IN ('csv','json','saft')),
  from_at INTEGER NOT NULL,
  to_at   INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  person  TEXT,
  files   TEXT NOT NULL                          -- JSON: name, part, rows, bytes, SHA-256
) STRICT;
CREATE INDEX export_by_time ON export (made_at);

-- Bookings of captures and refunds, signed one after the other as SAF-T Cash Register has it: beside the journal's chain.
CREATE TABLE saft_key (
  version    INTEGER PRIMARY KEY,
  public_key TEXT NOT NULL UNIQUE,               -- PEM; the private half is in the vault
  since      INTEGER NOT NULL
) STRICT;
CREATE TABLE saft_transaction (
  nr          INTEGER PRIMARY KEY CHECK (nr > 0), -- 1, 2, 3 … without gaps
  booking     INTEGER NOT NULL UNIQUE REFERENCES booking (sequence),
  at          INTEGER NOT NULL,
  trans_date  TEXT NOT NULL,                     -- by the shop's clock, as it was signed
  trans_time  TEXT NOT NULL,
  amount      INTEGER NOT NULL,                  -- with the additional amount; what was given back is negative
  signature   TEXT NOT NULL,                     -- Base64
  key_version INTEGER NOT NULL REFERENCES saft_key (version)
) STRICT;
CREATE INDEX saft_by_time ON saft_transaction (at);
CREATE TRIGGER saft_key_keeps_rows BEFORE DELETE ON saft_key BEGIN SELECT RAISE(ABORT, 'signing keys are append-only'); END;
CREATE TRIGGER saft_key_keeps_values BEFORE UPDATE ON saft_key BEGIN SELECT RAISE(ABORT, 'signing keys are append-only'); END;
CREATE TRIGGER saft_keeps_rows BEFORE DELETE ON saft_transaction BEGIN SELECT RAISE(ABORT, 'signed transactions are append-only'); END;
CREATE TRIGGER saft_keeps_values BEFORE UPDATE ON saft_transaction BEGIN SELECT RAISE(ABORT, 'signed transactions are append-only'); END;
