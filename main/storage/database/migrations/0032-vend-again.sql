-- 0032-vend-again.sql: when a vend was approved, resolved or restored. A vend of a restored backup may have been ordered
-- without that this till knows when: it can be over without `ordered_at`.
CREATE TABLE vend_again (
  pos_tid         TEXT PRIMARY KEY REFERENCES payment (pos_tid),
  id              TEXT NOT NULL UNIQUE,            -- under which the machine knows it
  is_deposit      INTEGER NOT NULL CHECK (is_deposit IN (0, 1)),
  items           TEXT NOT NULL,                   -- JSON: slots, quantities, and the prices of the sale; [] while nothing is chosen
  state           TEXT NOT NULL CHECK (state IN ('authorising','dispensing','settling','done','cancelled','unknown')),
  approved_at     INTEGER,                         -- ms since the epoch: a deposit was approved, and its choice is awaited
  ordered_at      INTEGER,                         -- from here on the machine may know it
  taken_at        INTEGER,                         -- when it said that it has it
  refused_at      INTEGER,                         -- when it said no
  report          TEXT,                            -- JSON: what dropped, by the first report of it; null: there was none
  resolved_at     INTEGER,                         -- when an operator said what dropped
  asked_again_at  INTEGER,                         -- when it was asked once more, with the money on its way
  because         TEXT,                            -- why a person is to look
  rule            TEXT CHECK (rule IN ('release','capture')), -- what was done where nothing could be known
  acknowledged_at INTEGER,
  restored_at     INTEGER,                         -- a backup from before its order, or its end, was restored then
  CHECK (ordered_at IS NULL OR state NOT IN ('authorising','cancelled')),
  CHECK (ordered_at IS NOT NULL OR state <> 'dispensing')
) STRICT;
INSERT INTO vend_again (
  pos_tid, id, is_deposit, items, state, ordered_at, taken_at, refused_at, report, asked_again_at, because, rule, acknowledged_at
) SELECT
  pos_tid, id, is_deposit, items, state, ordered_at, taken_at, refused_at, report, asked_again_at, because, rule, acknowledged_at
FROM vend ORDER BY rowid;
DROP TABLE vend;
ALTER TABLE vend_again RENAME TO vend;
CREATE INDEX vend_open ON vend (state) WHERE state IN ('authorising','dispensing','settling');
CREATE INDEX vend_to_look_at ON vend (state) WHERE because IS NOT NULL AND acknowledged_at IS NULL;
