-- 0005-printing.sql: receipts that were given out, and what waits to be printed or attached at the service.

-- A row is made when a receipt is first given out; its number is the till's own, without gaps.
CREATE TABLE receipt (
  number    INTEGER PRIMARY KEY,
  pos_tid   TEXT NOT NULL REFERENCES payment (pos_tid),
  kind      TEXT NOT NULL CHECK (kind IN ('sale','capture','refund','reservation','release')),
  part      INTEGER NOT NULL CHECK (part >= 0),  -- which capture or refund; 0: the payment as a whole
  model     TEXT NOT NULL,                       -- JSON, as it was when it was first given out
  prints    INTEGER NOT NULL DEFAULT 0 CHECK (prints >= 0),
  issued_at INTEGER NOT NULL,
  UNIQUE (pos_tid, kind, part)
) STRICT;

-- Bytes are stored once and sent as they are; a settled job keeps none.
CREATE TABLE print_job (
  id         TEXT PRIMARY KEY,
  sequence   INTEGER NOT NULL UNIQUE,            -- the order in which they are printed
  kind       TEXT NOT NULL CHECK (kind IN ('receipt','test','electronic')),
  receipt    INTEGER REFERENCES receipt (number),
  pos_tid    TEXT REFERENCES payment (pos_tid),
  copy       INTEGER NOT NULL DEFAULT 0,         -- 0: the original
  automatic  INTEGER NOT NULL CHECK (automatic IN (0, 1)),
  bytes      BLOB NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('queued','sending','unknown','done','failed','cancelled')),
  attempts   INTEGER NOT NULL DEFAULT 0,
  due_at     INTEGER NOT NULL,
  problem    TEXT,
  confirmed  INTEGER NOT NULL DEFAULT 0 CHECK (confirmed IN (0, 1)),
  created_at INTEGER NOT NULL,
  settled_at INTEGER,                            -- null while somebody or something still has to see to it
  CHECK ((kind = 'test') = (receipt IS NULL))
) STRICT;
CREATE INDEX print_job_unsettled ON print_job (kind, sequence) WHERE settled_at IS NULL;
CREATE INDEX print_job_by_receipt ON print_job (receipt, sequence);
CREATE UNIQUE INDEX one_upload_per_payment ON print_job (pos_tid) WHERE kind = 'electronic';

-- How far the journal was read for money that moved: what comes after is printed, once, whenever the till stops.
CREATE TABLE receipt_cursor (
  one      INTEGER PRIMARY KEY CHECK (one = 1),
  sequence INTEGER NOT NULL
) STRICT;
INSERT INTO receipt_cursor (one, sequence) SELECT 1, coalesce(max(sequence), 0) FROM journal;
