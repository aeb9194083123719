-- 0052-slots.sql: slots of the vending machine that are off sale, and the vends that may take the machine out of service.

-- A slot is on sale when none of its rows is in effect. After a restore the vends of these tables may be missing.
CREATE TABLE slot_off_sale (
  machine    TEXT NOT NULL,                    -- where the machine is: a slot of another machine is another slot
  slot       TEXT NOT NULL,
  pos_tid    TEXT NOT NULL,                    -- the vend that took it off sale; '': a test vend
  state      TEXT NOT NULL CHECK (state IN ('blocked','sold_out')),
  because    TEXT NOT NULL,                    -- a packed reason
  since      INTEGER NOT NULL,                 -- ms since the epoch
  cleared_at INTEGER,                          -- when an operator or a test vend put the slot back on sale; NULL: in effect
  PRIMARY KEY (machine, slot, pos_tid)
) STRICT, WITHOUT ROWID;

-- A vend is doubtful while nothing reliable says what dropped. It counts until a good vend, a test vend or an operator
-- clears it.
CREATE TABLE doubtful_vend (
  pos_tid    TEXT PRIMARY KEY,
  machine    TEXT NOT NULL,
  at         INTEGER NOT NULL,                 -- ms since the epoch
  is_counted INTEGER NOT NULL DEFAULT 1 CHECK (is_counted IN (0, 1))
) STRICT;
CREATE INDEX doubtful_vend_counted ON doubtful_vend (machine, at) WHERE is_counted = 1;

-- Webhooks also get messages about the machine: one about the last entry.
CREATE INDEX journal_dispenser ON journal (sequence) WHERE event GLOB 'dispenser.*';
ALTER TABLE webhook ADD COLUMN machine_position INTEGER NOT NULL DEFAULT 0; -- the last entry about the machine that it needs nothing of
ALTER TABLE webhook ADD COLUMN machine_failed_at INTEGER;                   -- when it first refused the one after that
