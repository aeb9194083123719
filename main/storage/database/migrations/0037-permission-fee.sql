-- 0037-permission-fee.sql: what the service charges for a permission that was asked for by itself is booked, too. As with
-- operations (0035), a booking is of a payment or of a permission, and neither may be missing.
DROP TRIGGER booking_vat_is_tallied; -- it reads the table that is replaced
CREATE TABLE booking_next (
  sequence          INTEGER PRIMARY KEY,
  period            INTEGER NOT NULL,            -- the number of the Z that it is, or will be, in
  at                INTEGER NOT NULL,
  pos_tid           TEXT NOT NULL,
  kind              TEXT NOT NULL CHECK (kind IN ('capture','refund','fee','approved','released','aborted','rejected','expired','permission')),
  id                TEXT,                        -- capture_id or refund_id; null: in a single step (G12)
  currency          TEXT NOT NULL,
  amount            INTEGER NOT NULL,            -- without the additional part; of an end: what was asked for
  additional_amount INTEGER NOT NULL,
  transaction_fee   INTEGER NOT NULL,            -- what the service's fees grew by
  interchange_fee   INTEGER NOT NULL,
  actor             TEXT,
  of_payment        TEXT GENERATED ALWAYS AS (CASE kind WHEN 'permission' THEN NULL ELSE pos_tid END) VIRTUAL
                      REFERENCES payment (pos_tid),
  of_permission     TEXT GENERATED ALWAYS AS (CASE kind WHEN 'permission' THEN pos_tid END) VIRTUAL
                      REFERENCES permission (pos_tid)
) STRICT;
INSERT INTO booking_next (sequence, period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee,
  interchange_fee, actor)
SELECT sequence, period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor
FROM booking ORDER BY sequence;
DROP TABLE booking;
ALTER TABLE booking_next RENAME TO booking;
CREATE INDEX booking_by_payment ON booking (pos_tid, kind);
CREATE INDEX booking_by_time ON booking (kind, at, pos_tid);
-- A permission is charged once.
CREATE UNIQUE INDEX booking_of_permission ON booking (of_permission) WHERE kind = 'permission';

-- As before.
CREATE TRIGGER booking_keeps_rows BEFORE DELETE ON booking BEGIN SELECT RAISE(ABORT, 'a booking stays'); END;
CREATE TRIGGER booking_keeps_values BEFORE UPDATE ON booking BEGIN SELECT RAISE(ABORT, 'a booking stays as it is'); END;
CREATE TRIGGER booking_in_open_period BEFORE INSERT ON booking
WHEN NEW.period <> (SELECT number FROM open_period)
BEGIN SELECT RAISE(ABORT, 'a booking is in the open period'); END;
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
CREATE TRIGGER booking_vat_is_tallied AFTER INSERT ON booking_vat
BEGIN
  INSERT INTO vat_tally
    SELECT period, currency, kind, NEW.rate, NEW.gross, NEW.vat FROM booking WHERE sequence = NEW.booking
  ON CONFLICT (period, currency, kind, rate) DO UPDATE SET gross = gross + excluded.gross, vat = vat + excluded.vat;
END;

-- Requests that the service may still charge for: also those that the till stopped waiting for.
CREATE INDEX permission_unanswered ON permission (sequence) WHERE answered_at IS NULL AND rid IS NOT NULL AND combined = 0;
