-- What a payment holds of its customer's money, reserved and captured and not given back, in minor units. Each approval
-- asks for a customer's sum of it: without this each read every payment and movement of the month.
ALTER TABLE payment ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0);
UPDATE payment SET held = CASE status
    WHEN 'auth' THEN amount + additional_amount
    ELSE (SELECT coalesce(sum(m.amount + m.additional_amount), 0) FROM movement m WHERE m.tid = payment.tid AND m.kind = 'capture')
  END
  - (SELECT coalesce(sum(m.amount + m.additional_amount), 0) FROM movement m WHERE m.tid = payment.tid AND m.kind = 'refund');
CREATE INDEX payment_held ON payment (customer, accepted_at, held);
