-- 0011-numbering.sql: a number that was used is not used again, not even by a till whose database was replaced by a backup.

-- The number of the open period: after every Z that is here, and after those of a database that a backup has replaced.
CREATE VIEW open_period (number) AS
SELECT 1 + max(
  coalesce((SELECT max(number) FROM z_report), 0),
  coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'usedZ'), 0));

DROP TRIGGER z_report_without_gaps;
CREATE TRIGGER z_report_without_gaps BEFORE INSERT ON z_report
WHEN NEW.number <> (SELECT number FROM open_period)
BEGIN SELECT RAISE(ABORT, 'a Z has the number after the last one'); END;

DROP TRIGGER booking_in_open_period;
CREATE TRIGGER booking_in_open_period BEFORE INSERT ON booking
WHEN NEW.period <> (SELECT number FROM open_period)
BEGIN SELECT RAISE(ABORT, 'a booking is in the open period'); END;

-- As before, but for the number of periods that a Z holds: what a backup had open has a smaller number than what was
-- booked after it was restored, and both are in the same Z.
DROP TRIGGER booking_is_tallied;
CREATE TRIGGER booking_is_tallied AFTER INSERT ON booking
BEGIN
  INSERT INTO tally VALUES (
    NEW.period, NEW.currency, NEW.at / 900000, NEW.kind, coalesce(NEW.actor, ''),
    NEW.amount + NEW.additional_amount > 0,
    NEW.amount + NEW.additional_amount > 0 AND NOT EXISTS (
      SELECT 1 FROM booking AS earlier
      WHERE earlier.pos_tid = NEW.pos_tid AND earlier.kind = NEW.kind
        AND earlier.period > (SELECT coalesce(max(number), 0) FROM z_report)
        AND earlier.sequence < NEW.sequence AND earlier.amount + earlier.additional_amount > 0),
    NEW.amount, NEW.additional_amount, NEW.transaction_fee, NEW.interchange_fee)
  ON CONFLICT (period, currency, quarter, kind, actor) DO UPDATE SET
    bookings = bookings + excluded.bookings, payments = payments + excluded.payments,
    amount = amount + excluded.amount, additional_amount = additional_amount + excluded.additional_amount,
    transaction_fee = transaction_fee + excluded.transaction_fee,
    interchange_fee = interchange_fee + excluded.interchange_fee;
END;
