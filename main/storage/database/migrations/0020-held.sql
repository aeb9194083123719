-- 0020-held.sql: an outcome that cannot be right is held back until the service has said it again, also over a restart.
ALTER TABLE payment ADD COLUMN held TEXT;
