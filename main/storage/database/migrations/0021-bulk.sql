-- 0021-bulk.sql: which operations were asked for many at once: nobody stands and waits for each of them.
ALTER TABLE operation ADD COLUMN in_bulk INTEGER NOT NULL DEFAULT 0 CHECK (in_bulk IN (0, 1));
