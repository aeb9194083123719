-- 0001-till.sql: everything that a till knows. Times are milliseconds since the epoch by the till's clock; amounts
-- are integers in minor units.

-- What was provisioned (without any secret: those are in the vault), and what the till learned about its own place.
CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL                            -- JSON
) STRICT;

CREATE TABLE staff (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  role       TEXT NOT NULL CHECK (role IN ('cashier','manager','owner')),
  pin_salt   BLOB NOT NULL,
  pin_hash   BLOB NOT NULL,                      -- scrypt of the PIN under the vault's pepper
  created_at INTEGER NOT NULL
) STRICT;

-- Wrong PINs in a row. One row: the counter is written before a PIN is checked, and survives restarts.
CREATE TABLE pin_guard (
  one          INTEGER PRIMARY KEY CHECK (one = 1),
  failures     INTEGER NOT NULL,
  wait_left_ms INTEGER NOT NULL,                 -- of the lock-out, when it was last written down
  written_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE payment (
  pos_tid           TEXT PRIMARY KEY,
  sequence          INTEGER NOT NULL UNIQUE,     -- the till's own counter
  number            TEXT NOT NULL UNIQUE,        -- what people say to each other: K7Q2-0142
  action            TEXT NOT NULL CHECK (action IN ('SALE','AUTH')),
  currency          TEXT NOT NULL,
  amount            INTEGER NOT NULL CHECK (amount > 0),
  additional_amount INTEGER NOT NULL CHECK (additional_amount >= 0),
  additional_edit   INTEGER NOT NULL CHECK (additional_edit IN (0, 1)),
  text              TEXT,
  scope             TEXT,                        -- space-delimited, as on the wire
  scope_text        TEXT,
  customer          TEXT,                        -- masked
  qr_text           TEXT,
  qr_kind           TEXT CHECK (qr_kind IN ('shortlink','claim')),
  tid               TEXT UNIQUE,                 -- the service's id, once it has given one
  outcome           TEXT,                        -- the newest outcome of the service, normalised, JSON
  authorised_seen   INTEGER NOT NULL DEFAULT 0 CHECK (authorised_seen IN (0, 1)),
  status_name       TEXT,                        -- of a status code that is not known by heart
  phase             TEXT NOT NULL,               -- computed by payments/lifecycle.ts alone
  attention         TEXT,
  captured_total    INTEGER NOT NULL DEFAULT 0,
  refunded_total    INTEGER NOT NULL DEFAULT 0,
  created_at        INTEGER NOT NULL,
  modified_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_by_phase ON payment (phase, sequence);
CREATE INDEX payment_by_amount ON payment (amount, sequence);
CREATE INDEX payment_by_time ON payment (created_at);

-- What the till owes the service. A row is written before its first byte is sent.
CREATE TABLE operation (
  id                TEXT PRIMARY KEY,            -- also the capture_id or refund_id on the wire
  pos_tid           TEXT NOT NULL REFERENCES payment (pos_tid),
  sequence          INTEGER NOT NULL,            -- order within the payment
  kind              TEXT NOT NULL CHECK (kind IN ('create','capture','release','abort','reauth','refund')),
  body              BLOB NOT NULL,               -- the exact bytes, the same at every attempt
  fingerprint       BLOB NOT NULL,               -- SHA-256 of the body
  amount            INTEGER,
  additional_amount INTEGER,
  reason            TEXT,
  state             TEXT NOT NULL CHECK (state IN ('ready','sending','unknown','done','refused','parked')),
  attempts          INTEGER NOT NULL DEFAULT 0,
  due_at            INTEGER NOT NULL,
  last_error        TEXT,
  unknown_since     INTEGER,
  created_at        INTEGER NOT NULL,
  settled_at        INTEGER,                     -- null while it is owed
  UNIQUE (pos_tid, sequence)
) STRICT;
CREATE INDEX operation_unsettled ON operation (pos_tid, sequence) WHERE settled_at IS NULL;

-- Captures and refunds as the service lists them, with the time at which this till learned of each.
CREATE TABLE movement (
  pos_tid           TEXT NOT NULL REFERENCES payment (pos_tid),
  kind              TEXT NOT NULL CHECK (kind IN ('capture','refund')),
  position          INTEGER NOT NULL,            -- in the service's list
  id                TEXT,                        -- null: in a single step (G12)
  amount            INTEGER NOT NULL,
  additional_amount INTEGER NOT NULL,
  text              TEXT,
  seen_at           INTEGER NOT NULL,
  PRIMARY KEY (pos_tid, kind, position)
) STRICT;
CREATE INDEX movement_by_time ON movement (seen_at);

-- Callbacks that were taken in: a second delivery of the same message changes nothing.
CREATE TABLE callback (
  meta_id     TEXT PRIMARY KEY,
  event       TEXT NOT NULL,
  verdict     TEXT NOT NULL CHECK (verdict IN ('applied','hint')),
  fingerprint BLOB NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;

-- The record of everything that happened to money, people and settings. Each row's hash covers the one before it.
CREATE TABLE journal (
  sequence INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL,
  event    TEXT NOT NULL,
  pos_tid  TEXT,
  actor    TEXT,
  data     TEXT NOT NULL,                        -- canonical JSON, nothing secret, customers masked
  hash     BLOB NOT NULL
) STRICT;
CREATE INDEX journal_by_payment ON journal (pos_tid, sequence) WHERE pos_tid IS NOT NULL;
CREATE TRIGGER journal_keeps_rows BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_keeps_values BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
