-- 0003-due.sql: which operation is due first is found without reading the whole queue.
CREATE INDEX operation_due ON operation (due_at, created_at, sequence) WHERE settled_at IS NULL;

ALTER TABLE operation ADD COLUMN sent_at INTEGER;     -- when it was last handed to the network
ALTER TABLE operation ADD COLUMN retried_at INTEGER;  -- when a manager last asked for it again: its age begins anew
ALTER TABLE operation ADD COLUMN given_up INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1)); -- by a manager, who wants it forgotten
