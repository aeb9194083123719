-- 0043-clock-set-back.sql: the payments before which the till's clock was set back. Between two of them a later payment has a
-- later time, so that a stretch of time is found among a million payments by halving, and not by reading all of it.
CREATE TABLE clock_set_back (sequence INTEGER PRIMARY KEY) STRICT;

INSERT INTO clock_set_back (sequence)
  SELECT sequence FROM (SELECT sequence, created_at, lag(created_at) OVER (ORDER BY sequence) AS earlier FROM payment)
  WHERE created_at < earlier;

CREATE TRIGGER payment_clock_set_back AFTER INSERT ON payment
WHEN NEW.created_at < (SELECT created_at FROM payment WHERE sequence < NEW.sequence ORDER BY sequence DESC LIMIT 1)
BEGIN INSERT OR IGNORE INTO clock_set_back (sequence) VALUES (NEW.sequence); END;
