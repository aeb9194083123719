-- 0027-vat.sql: the VAT that was in what was captured and refunded, by rate, as it was known when it was booked.

-- Of what has no row here nothing is known of VAT: tips, amounts without a rate, and all that was booked before.
CREATE TABLE booking_vat (
  booking INTEGER NOT NULL REFERENCES booking (sequence),
  rate    INTEGER NOT NULL,                      -- hundredths of a percent
  gross   INTEGER NOT NULL,                      -- with VAT; of the sign of the booking's amount
  vat     INTEGER NOT NULL,
  PRIMARY KEY (booking, rate)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER booking_vat_keeps_rows BEFORE DELETE ON booking_vat BEGIN SELECT RAISE(ABORT, 'a booking stays'); END;
CREATE TRIGGER booking_vat_keeps_values BEFORE UPDATE ON booking_vat
BEGIN SELECT RAISE(ABORT, 'a booking stays as it is'); END;

-- Summed by period, for reports. Kept by the trigger below alone.
CREATE TABLE vat_tally (
  period   INTEGER NOT NULL,
  currency TEXT NOT NULL,
  kind     TEXT NOT NULL,
  rate     INTEGER NOT NULL,
  gross    INTEGER NOT NULL,
  vat      INTEGER NOT NULL,
  PRIMARY KEY (period, currency, kind, rate)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER booking_vat_is_tallied AFTER INSERT ON booking_vat
BEGIN
  INSERT INTO vat_tally
    SELECT period, currency, kind, NEW.rate, NEW.gross, NEW.vat FROM booking WHERE sequence = NEW.booking
  ON CONFLICT (period, currency, kind, rate) DO UPDATE SET gross = gross + excluded.gross, vat = vat + excluded.vat;
END;
