-- 0030-vend.sql: goods that a machine drops for a payment. Each step is on disk here before it is taken.
CREATE TABLE vend (
  pos_tid         TEXT PRIMARY KEY REFERENCES payment (pos_tid),
  id              TEXT NOT NULL UNIQUE,            -- under which the machine knows it
  is_deposit      INTEGER NOT NULL CHECK (is_deposit IN (0, 1)),
  items           TEXT NOT NULL,                   -- JSON: slots, quantities, and the prices of the sale; [] while nothing is chosen
  state           TEXT NOT NULL CHECK (state IN ('authorising','dispensing','settling','done','cancelled','unknown')),
  ordered_at      INTEGER,                         -- ms since the epoch: from here on the machine may know it
  taken_at        INTEGER,                         -- when it said that it has it
  refused_at      INTEGER,                         -- when it said no
  report          TEXT,                            -- JSON: what dropped, as it was said first; null: it never was
  asked_again_at  INTEGER,                         -- when it was asked once more, with the money on its way
  because         TEXT,                            -- why a person is to look
  rule            TEXT CHECK (rule IN ('release','capture')), -- what was done where nothing could be known
  acknowledged_at INTEGER,
  CHECK ((ordered_at IS NULL) = (state IN ('authorising','cancelled')))
) STRICT;
CREATE INDEX vend_open ON vend (state) WHERE state IN ('authorising','dispensing','settling');
CREATE INDEX vend_to_look_at ON vend (ordered_at) WHERE because IS NOT NULL AND acknowledged_at IS NULL;
