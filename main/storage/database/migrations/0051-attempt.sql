-- 0051-attempt.sql: the key with which the till's own window starts a payment. Earlier versions wrote it into `reference`.

ALTER TABLE payment ADD COLUMN attempt TEXT;   -- null: the start had none

UPDATE payment SET attempt = substr(reference, 9), reference = NULL
  WHERE register IS NULL AND reference GLOB 'counter ' || replace('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'x', '[0-9a-f]');

CREATE UNIQUE INDEX payment_by_attempt ON payment (attempt) WHERE attempt IS NOT NULL;
