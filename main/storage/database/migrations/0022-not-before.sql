-- 0022-not-before.sql: what the service asked for is no pause of our own: it holds also when the line is back.
ALTER TABLE operation ADD COLUMN not_before INTEGER; -- ms since the epoch; null: it asked for nothing
