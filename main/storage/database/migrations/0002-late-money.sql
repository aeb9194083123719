-- 0002-late-money.sql: what is needed to tell money that came late, intents that were taken offline, and how news came.
ALTER TABLE payment ADD COLUMN ended_seen INTEGER NOT NULL DEFAULT 0 CHECK (ended_seen IN (0, 1)); -- any outcome ever said `fail`
ALTER TABLE payment ADD COLUMN left_at INTEGER;             -- the cashier went on to the next customer
ALTER TABLE payment ADD COLUMN attached_at INTEGER;         -- late money was kept, by a person's decision
ALTER TABLE payment ADD COLUMN late TEXT CHECK (late IN ('after_abort','after_end','moved_on'));
ALTER TABLE payment ADD COLUMN late_since INTEGER;
ALTER TABLE payment ADD COLUMN disowned INTEGER NOT NULL DEFAULT 0 CHECK (disowned IN (0, 1)); -- the service says it never had it
ALTER TABLE payment ADD COLUMN taken_offline INTEGER NOT NULL DEFAULT 0 CHECK (taken_offline IN (0, 1));
ALTER TABLE payment ADD COLUMN arrivals TEXT NOT NULL DEFAULT '{"callback":0,"poll":0,"answer":0,"first":null}';
CREATE INDEX payment_late ON payment (late_since) WHERE late IS NOT NULL;
