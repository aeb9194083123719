-- 0008-amounts.sql: a payment is found by what stands on the customer's receipt, too: the sum with its tip, as it was asked
-- for and as it was captured. Few payments have another sum than their amount: only those are in these.

CREATE INDEX payment_by_total ON payment ((amount + additional_amount), created_at) WHERE additional_amount > 0;
CREATE INDEX payment_by_captured ON payment (captured_total, created_at) WHERE captured_total > 0 AND captured_total <> amount;
