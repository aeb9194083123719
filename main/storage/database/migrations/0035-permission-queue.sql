-- 0035-permission-queue.sql: requests for customers' data go through the same queue. An operation is of a payment or of a
-- permission, and neither may be missing: the two generated columns say which, and the database holds them to it.
CREATE TABLE operation_next (
  id                TEXT PRIMARY KEY,            -- also the capture_id or refund_id on the wire
  pos_tid           TEXT NOT NULL,
  sequence          INTEGER NOT NULL,            -- order within the payment
  kind              TEXT NOT NULL CHECK (kind IN ('create','capture','release','abort','reauth','refund','permission')),
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
  sent_at           INTEGER,                     -- when it was last handed to the network
  retried_at        INTEGER,                     -- when a manager last asked for it again: its age begins anew
  given_up          INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1)), -- by a manager, who wants it forgotten
  actor             TEXT,                        -- who asked for it; null: the till itself, or nobody signed in
  by_rule           INTEGER NOT NULL DEFAULT 0 CHECK (by_rule IN (0, 1)),
  in_bulk           INTEGER NOT NULL DEFAULT 0 CHECK (in_bulk IN (0, 1)),
  not_before        INTEGER,                     -- ms since the epoch; null: it asked for nothing
  of_payment        TEXT GENERATED ALWAYS AS (CASE kind WHEN 'permission' THEN NULL ELSE pos_tid END) VIRTUAL
                      REFERENCES payment (pos_tid),
  of_permission     TEXT GENERATED ALWAYS AS (CASE kind WHEN 'permission' THEN pos_tid END) VIRTUAL
                      REFERENCES permission (pos_tid),
  UNIQUE (pos_tid, sequence)
) STRICT;
INSERT INTO operation_next (id, pos_tid, sequence, kind, body, fingerprint, amount, additional_amount, reason, state, attempts,
  due_at, last_error, unknown_since, created_at, settled_at, sent_at, retried_at, given_up, actor, by_rule, in_bulk, not_before)
SELECT id, pos_tid, sequence, kind, body, fingerprint, amount, additional_amount, reason, state, attempts,
  due_at, last_error, unknown_since, created_at, settled_at, sent_at, retried_at, given_up, actor, by_rule, in_bulk, not_before
FROM operation ORDER BY rowid;
DROP TABLE operation;
ALTER TABLE operation_next RENAME TO operation;
CREATE INDEX operation_unsettled ON operation (pos_tid, sequence) WHERE settled_at IS NULL;
CREATE INDEX operation_due ON operation (due_at, created_at, sequence) WHERE settled_at IS NULL;
CREATE INDEX operation_asked ON operation (max(created_at, coalesce(retried_at, 0))) WHERE settled_at IS NULL;
CREATE INDEX operation_create_due ON operation (due_at, created_at, sequence) WHERE settled_at IS NULL AND kind = 'create';
