-- 0026-shifts.sql: what people handed over at the end of their shifts, and who accepted it.

-- What was handed over stays as it is, and in the Z of the period that was open then; an acceptance is added to it once.
CREATE TABLE shift (
  sequence    INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  period      INTEGER NOT NULL,
  person      TEXT NOT NULL,
  at          INTEGER NOT NULL,
  through     INTEGER NOT NULL,                  -- the last booking there was: what comes after is the next shift's
  content     TEXT NOT NULL,                     -- JSON: the figures, what was left open, and what the person counted
  accepted_by TEXT,
  accepted_at INTEGER,
  CHECK ((accepted_by IS NULL) = (accepted_at IS NULL))
) STRICT;
CREATE INDEX shift_by_person ON shift (period, person, sequence);
CREATE TRIGGER shift_in_open_period BEFORE INSERT ON shift WHEN NEW.period <> (SELECT number FROM open_period)
BEGIN SELECT RAISE(ABORT, 'a shift is handed over in the open period'); END;
CREATE TRIGGER shift_keeps_rows BEFORE DELETE ON shift BEGIN SELECT RAISE(ABORT, 'a hand-over stays'); END;
CREATE TRIGGER shift_keeps_values BEFORE UPDATE ON shift
WHEN OLD.accepted_at IS NOT NULL OR NEW.sequence <> OLD.sequence OR NEW.id <> OLD.id OR NEW.period <> OLD.period
  OR NEW.person <> OLD.person OR NEW.at <> OLD.at OR NEW.through <> OLD.through OR NEW.content <> OLD.content
BEGIN SELECT RAISE(ABORT, 'a hand-over stays as it is'); END;

-- A hand-over is printed as a slip: it has no number, as a test page has none.
CREATE TABLE print_job_with_slips (
  id         TEXT PRIMARY KEY,
  sequence   INTEGER NOT NULL UNIQUE,            -- the order in which they are printed
  kind       TEXT NOT NULL CHECK (kind IN ('receipt','test','electronic','slip')),
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
  settled_at INTEGER,                            -- null while it waits for the printer or the operator
  CHECK ((kind IN ('test','slip')) = (receipt IS NULL))
) STRICT;
INSERT INTO print_job_with_slips SELECT * FROM print_job;
DROP TABLE print_job;
ALTER TABLE print_job_with_slips RENAME TO print_job;
CREATE INDEX print_job_unsettled ON print_job (kind, sequence) WHERE settled_at IS NULL;
CREATE INDEX print_job_by_receipt ON print_job (receipt, sequence);
CREATE UNIQUE INDEX one_upload_per_payment ON print_job (pos_tid) WHERE kind = 'electronic';
