-- 0003-due.sql: which operation is due first is found without reading the whole queue.
CREATE INDEX operation_due ON operation (due_at, created_at, sequence) WHERE settled_at IS NULL;
