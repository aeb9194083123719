-- 0016-order.sql: what a person waits for, and which customers are to be asked, is found without reading the backlog.
CREATE INDEX operation_asked ON operation (max(created_at, coalesce(retried_at, 0))) WHERE settled_at IS NULL;
CREATE INDEX operation_create_due ON operation (due_at, created_at, sequence) WHERE settled_at IS NULL AND kind = 'create';
