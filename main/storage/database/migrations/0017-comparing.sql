-- 0017-comparing.sql: what a comparison meets that is neither equal nor different, and a list that is read on for good.

-- What was found of a period that is open is asked about once more.
DROP TABLE reconciliation_result;
CREATE TABLE reconciliation_result (
  reconciliation TEXT NOT NULL REFERENCES reconciliation (id),
  pos_tid        TEXT NOT NULL REFERENCES payment (pos_tid),
  through        INTEGER NOT NULL,
  result         TEXT NOT NULL CHECK (result IN ('equal','updated','different','confirming')),
  PRIMARY KEY (reconciliation, pos_tid)
) STRICT, WITHOUT ROWID;

-- Of the payments compared: those with a movement that the service accepted and does not list yet.
ALTER TABLE reconciliation ADD COLUMN confirming INTEGER NOT NULL DEFAULT 0;
-- Requests that were made before this were looked at in the service's list: ms since the epoch; null: not known.
ALTER TABLE reconciliation ADD COLUMN list_to INTEGER;

-- As before, but for two things: what is found in the list between two comparisons is of neither, and the service's
-- answer about a payment may be one that cannot be read.
CREATE TABLE found_difference (
  id             TEXT PRIMARY KEY,               -- of the payment, the kind and both sides
  reconciliation TEXT REFERENCES reconciliation (id), -- that found it last; null: found in the list since
  kind           TEXT NOT NULL CHECK (kind IN ('missing_at_service','missing_here','amounts','state','unreadable')),
  pos_tid        TEXT,
  tid            TEXT,
  here           TEXT,                           -- JSON
  there          TEXT,                           -- JSON
  found_at       INTEGER NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('standing','accepted','gone'))
) STRICT;
INSERT INTO found_difference SELECT id, reconciliation, kind, pos_tid, tid, here, there, found_at, state FROM difference;
DROP TABLE difference;
ALTER TABLE found_difference RENAME TO difference;
CREATE INDEX difference_standing ON difference (found_at) WHERE state = 'standing';
CREATE INDEX difference_of_run ON difference (reconciliation);

-- Requests of the merchant's other points of sale, each looked at once: a chain has millions. The first eight bytes of
-- the SHA-256 of the tid; what is still in foreign_request moves here when the till starts.
CREATE TABLE foreign_tid (
  hash INTEGER PRIMARY KEY
) STRICT;

-- The service's answers about this payment cannot be read.
ALTER TABLE payment ADD COLUMN unreadable INTEGER NOT NULL DEFAULT 0 CHECK (unreadable IN (0, 1));
