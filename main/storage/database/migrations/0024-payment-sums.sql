-- 0024-payment-sums.sql: what the payments of any filter come to is read from one index, and whose they are from another.

-- The additional part of what was captured; it is in captured_total.
ALTER TABLE payment ADD COLUMN captured_additional INTEGER NOT NULL DEFAULT 0;
UPDATE payment SET captured_additional = (
  SELECT coalesce(sum(additional_amount), 0) FROM booking WHERE booking.pos_tid = payment.pos_tid AND kind = 'capture')
WHERE captured_total > 0;

CREATE INDEX payment_sums ON payment (
  sequence, created_at, phase, taken_by, currency, captured_total, refunded_total, captured_additional, reserved
);
CREATE INDEX payment_by_person ON payment (taken_by, phase, sequence);
