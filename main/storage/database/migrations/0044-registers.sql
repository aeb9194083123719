-- 0044-registers.sql: cash registers and other programs that have a key to this till, and what is kept of what they asked for.

-- Which register asked for a payment; NULL: it was begun at the till.
ALTER TABLE payment ADD COLUMN register TEXT;

-- A key is kept as its SHA-256 alone. A register that was revoked stays: the journal and the payments name it.
CREATE TABLE register_client (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  key_hash     TEXT NOT NULL UNIQUE,
  rights       TEXT NOT NULL,                 -- JSON: sell, capture, refund, read
  refund_limit INTEGER,                       -- minor units, of one payment; NULL: all of it
  created_at   INTEGER NOT NULL,              -- ms since epoch
  last_seen_at INTEGER,
  revoked_at   INTEGER
) STRICT;
CREATE UNIQUE INDEX register_client_by_name ON register_client (name) WHERE revoked_at IS NULL;

-- What a change was answered with, under the key that the register gave it (Idempotency-Key): written in the same
-- transaction as what the change caused, and kept as long as the payment is.
CREATE TABLE register_answer (
  register TEXT NOT NULL,                     -- its name: a register keeps its answers when it gets another key
  key      TEXT NOT NULL,
  asked    BLOB NOT NULL,                     -- SHA-256 of what was asked for
  pos_tid  TEXT NOT NULL REFERENCES payment (pos_tid),
  status   INTEGER NOT NULL,
  body     TEXT NOT NULL,
  PRIMARY KEY (register, key)
) STRICT, WITHOUT ROWID;

-- Refunds that a register may not make on its own: they wait for a person at the till. One that was approved is the
-- operation of the same id.
CREATE TABLE refund_request (
  refund_id         TEXT PRIMARY KEY,
  pos_tid           TEXT NOT NULL REFERENCES payment (pos_tid),
  register          TEXT NOT NULL,
  amount            INTEGER NOT NULL,
  additional_amount INTEGER NOT NULL,
  reason            TEXT NOT NULL,
  asked_at          INTEGER NOT NULL,
  declined_at       INTEGER
) STRICT;
CREATE INDEX refund_request_by_payment ON refund_request (pos_tid);
