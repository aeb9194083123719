-- 0039-receipt-mail.sql: receipts that go to customers by e-mail. No address is here in the clear: `sealed` opens with a key that
-- the vault has for this row alone, and that is destroyed when the receipt was sent or given up, or its customer forgotten.
CREATE TABLE receipt_mail (
  id         TEXT PRIMARY KEY,                -- of the message, too: a repeat is the same message
  pos_tid    TEXT NOT NULL REFERENCES permission (pos_tid), -- by which the address was shared
  payment    TEXT NOT NULL REFERENCES payment (pos_tid),
  state      TEXT NOT NULL CHECK (state IN ('held','waiting','sent','failed','unpaid','forgotten')),
  masked     TEXT,                            -- null: the customer was forgotten
  sealed     BLOB,                            -- the address; null once it is over
  attempts   INTEGER NOT NULL DEFAULT 0,
  due_at     INTEGER NOT NULL,                -- ms since the epoch
  deadline   INTEGER NOT NULL,                -- when it is given up at the latest
  problem    TEXT,                            -- a reason, packed
  created_at INTEGER NOT NULL,
  ended_at   INTEGER                          -- null while it is under way
) STRICT;
CREATE UNIQUE INDEX receipt_mail_open ON receipt_mail (pos_tid, payment) WHERE ended_at IS NULL;
CREATE INDEX receipt_mail_of ON receipt_mail (pos_tid, created_at);
