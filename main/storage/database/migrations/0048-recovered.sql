-- 0048-recovered.sql: payments that a restored backup had lost, and that the service's list brought back.
ALTER TABLE payment ADD COLUMN recovered_at INTEGER; -- ms since the epoch; null: it was made here
CREATE INDEX payment_recovered ON payment (recovered_at) WHERE recovered_at IS NOT NULL;

-- A recovered payment has its own number, and so stands before payments that were made since (0043-clock-set-back.sql).
CREATE TRIGGER payment_before_others AFTER INSERT ON payment
WHEN NEW.created_at > (SELECT created_at FROM payment WHERE sequence > NEW.sequence ORDER BY sequence LIMIT 1)
BEGIN
  INSERT OR IGNORE INTO clock_set_back (sequence)
    SELECT sequence FROM payment WHERE sequence > NEW.sequence ORDER BY sequence LIMIT 1;
END;
