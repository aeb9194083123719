-- 0018-codes.sql: until when a code that nobody has scanned is shown, and whether its time ran out.

ALTER TABLE payment ADD COLUMN code_until INTEGER;      -- ms since the epoch; null: no code was shown yet
ALTER TABLE payment ADD COLUMN code_ended_at INTEGER;   -- ms since the epoch; null: the time did not run out
