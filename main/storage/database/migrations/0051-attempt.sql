-- 0051-attempt.sql: the key with which the till's own window starts a payment.

ALTER TABLE payment ADD COLUMN attempt TEXT;   -- null: the start had none

CREATE UNIQUE INDEX payment_by_attempt ON payment (attempt) WHERE attempt IS NOT NULL;
