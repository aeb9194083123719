-- 0015-reference.sql: what another program calls a payment, so that asking twice makes one.

ALTER TABLE payment ADD COLUMN reference TEXT;   -- null: it was not named
ALTER TABLE payment ADD COLUMN asked_for BLOB;   -- SHA-256 of what was asked for under that reference

CREATE UNIQUE INDEX payment_by_reference ON payment (reference) WHERE reference IS NOT NULL;
