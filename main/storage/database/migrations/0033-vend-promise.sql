-- 0033-vend-promise.sql: what a vend's customer was told, and by which machine: both may be set up anew while it is open.
ALTER TABLE vend ADD COLUMN machine TEXT;          -- where its machine is: another one does not know it
ALTER TABLE vend ADD COLUMN unknown_drop TEXT CHECK (unknown_drop IN ('release','capture')); -- the rule that was told
