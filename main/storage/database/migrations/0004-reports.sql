-- 0004-reports.sql: the books - what happened to money, when this till learned of it, by whom - and what is made of them.
ALTER TABLE payment ADD COLUMN taken_by TEXT;                     -- who started it; null: nobody was signed in
ALTER TABLE payment ADD COLUMN reserved INTEGER NOT NULL DEFAULT 0; -- authorised and not captured, by payments/lifecycle.ts
ALTER TABLE payment ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0 CHECK (unlisted IN (0, 1)); -- a capture or refund is done, and the service has yet to list it
ALTER TABLE operation ADD COLUMN actor TEXT;                      -- who asked for it; null: the till itself, or nobody signed in
CREATE INDEX payment_reserved ON payment (currency, reserved) WHERE reserved > 0;
CREATE INDEX payment_unlisted ON payment (pos_tid) WHERE unlisted = 1;

-- One row for each change of money, and for each payment's ends, in the order in which this till learned of them. It is
-- in the period that was open then, and is never changed: a correction by the service is another row with the
-- difference. The rows of a period follow one another without a gap.
CREATE TABLE booking (
  sequence          INTEGER PRIMARY KEY,
  period            INTEGER NOT NULL,            -- the number of the Z that it is, or will be, in
  at                INTEGER NOT NULL,
  pos_tid           TEXT NOT NULL REFERENCES payment (pos_tid),
  kind              TEXT NOT NULL CHECK (kind IN ('capture','refund','fee','approved','released','aborted','rejected','expired')),
  id                TEXT,                        -- capture_id or refund_id; null: in a single step (G12)
  currency          TEXT NOT NULL,
  amount            INTEGER NOT NULL,            -- without the additional part; of an end: what was asked for
  additional_amount INTEGER NOT NULL,
  transaction_fee   INTEGER NOT NULL,            -- what the service's fees grew by
  interchange_fee   INTEGER NOT NULL,
  actor             TEXT
) STRICT;
CREATE INDEX booking_by_payment ON booking (pos_tid, kind);
CREATE INDEX booking_by_time ON booking (kind, at, pos_tid);
CREATE TRIGGER booking_keeps_rows BEFORE DELETE ON booking BEGIN SELECT RAISE(ABORT, 'a booking stays'); END;
CREATE TRIGGER booking_keeps_values BEFORE UPDATE ON booking BEGIN SELECT RAISE(ABORT, 'a booking stays as it is'); END;

-- A period that was closed: its report, and the seal that ties it to the one before.
CREATE TABLE z_report (
  number          INTEGER PRIMARY KEY,
  at              INTEGER NOT NULL,
  through         INTEGER NOT NULL,              -- the last booking in it
  journal_through INTEGER NOT NULL,              -- the last journal row in it
  content         TEXT NOT NULL,                 -- canonical JSON
  hash            BLOB NOT NULL                  -- SHA-256 of the hash before and the content
) STRICT;
CREATE TRIGGER z_report_without_gaps BEFORE INSERT ON z_report
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM z_report)
BEGIN SELECT RAISE(ABORT, 'a Z has the number after the last one'); END;
CREATE TRIGGER z_report_keeps_rows BEFORE DELETE ON z_report BEGIN SELECT RAISE(ABORT, 'a Z stays'); END;
CREATE TRIGGER z_report_keeps_values BEFORE UPDATE ON z_report BEGIN SELECT RAISE(ABORT, 'a Z stays as it is'); END;

CREATE TRIGGER booking_in_open_period BEFORE INSERT ON booking
WHEN NEW.period <> (SELECT coalesce(max(number), 0) + 1 FROM z_report)
BEGIN SELECT RAISE(ABORT, 'a booking is in the open period'); END;

-- The bookings summed by period and quarter of an hour: every time zone's hours begin on one. So no report adds up all
-- that ever happened. Kept by the trigger below and by nobody else.
CREATE TABLE tally (
  period            INTEGER NOT NULL,
  currency          TEXT NOT NULL,
  quarter           INTEGER NOT NULL,            -- quarters of an hour since the epoch
  kind              TEXT NOT NULL,
  actor             TEXT NOT NULL,               -- empty: nobody was signed in
  bookings          INTEGER NOT NULL,            -- without corrections that take something away
  payments          INTEGER NOT NULL,            -- those of which it is the first of this kind in this period
  amount            INTEGER NOT NULL,
  additional_amount INTEGER NOT NULL,
  transaction_fee   INTEGER NOT NULL,
  interchange_fee   INTEGER NOT NULL,
  PRIMARY KEY (period, currency, quarter, kind, actor)
) STRICT, WITHOUT ROWID;
CREATE INDEX tally_by_time ON tally (quarter);
CREATE TRIGGER booking_is_tallied AFTER INSERT ON booking
BEGIN
  INSERT INTO tally VALUES (
    NEW.period, NEW.currency, NEW.at / 900000, NEW.kind, coalesce(NEW.actor, ''),
    NEW.amount + NEW.additional_amount > 0,
    NEW.amount + NEW.additional_amount > 0 AND NOT EXISTS (
      SELECT 1 FROM booking AS earlier
      WHERE earlier.pos_tid = NEW.pos_tid AND earlier.kind = NEW.kind AND earlier.period = NEW.period
        AND earlier.sequence < NEW.sequence AND earlier.amount + earlier.additional_amount > 0),
    NEW.amount, NEW.additional_amount, NEW.transaction_fee, NEW.interchange_fee)
  ON CONFLICT (period, currency, quarter, kind, actor) DO UPDATE SET
    bookings = bookings + excluded.bookings, payments = payments + excluded.payments,
    amount = amount + excluded.amount, additional_amount = additional_amount + excluded.additional_amount,
    transaction_fee = transaction_fee + excluded.transaction_fee,
    interchange_fee = interchange_fee + excluded.interchange_fee;
END;

-- Reading back: each run, which payments it compares, and what differs.
CREATE TABLE reconciliation (
  id          TEXT PRIMARY KEY,
  period      INTEGER NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('running','waiting','done','stopped')),
  started_at  INTEGER NOT NULL,
  finished_at INTEGER,
  actor       TEXT,
  because     TEXT,
  list        TEXT NOT NULL DEFAULT 'pending' CHECK (list IN ('pending','read','partly_read','not_offered')),
  total       INTEGER NOT NULL DEFAULT 0,
  compared    INTEGER NOT NULL DEFAULT 0,
  equal       INTEGER NOT NULL DEFAULT 0,
  updated     INTEGER NOT NULL DEFAULT 0
) STRICT;
-- What a run has yet to compare; nothing is left of it when the run is over.
CREATE TABLE reconciliation_item (
  reconciliation TEXT NOT NULL REFERENCES reconciliation (id),
  pos_tid        TEXT NOT NULL REFERENCES payment (pos_tid),
  PRIMARY KEY (reconciliation, pos_tid)
) STRICT, WITHOUT ROWID;
CREATE TABLE difference (
  id             TEXT PRIMARY KEY,               -- of the payment, the kind and both sides
  reconciliation TEXT NOT NULL REFERENCES reconciliation (id), -- that found it last
  kind           TEXT NOT NULL CHECK (kind IN ('missing_at_service','missing_here','amounts','state')),
  pos_tid        TEXT,
  tid            TEXT,
  here           TEXT,                           -- JSON
  there          TEXT,                           -- JSON
  found_at       INTEGER NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('standing','accepted','gone'))
) STRICT;
CREATE INDEX difference_standing ON difference (found_at) WHERE state = 'standing';
CREATE INDEX difference_of_run ON difference (reconciliation);
-- Requests in the service's list that are of the merchant's other points of sale: each is looked at once.
CREATE TABLE foreign_request (
  tid    TEXT PRIMARY KEY,
  pos_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The service's settlement and ledger files that were matched, as they were shown.
CREATE TABLE settlement (
  id          TEXT PRIMARY KEY,
  imported_at INTEGER NOT NULL,
  content     TEXT NOT NULL                      -- JSON
) STRICT;
CREATE INDEX settlement_by_time ON settlement (imported_at);

-- What is known of the payments that were there before.
UPDATE payment SET taken_by = (
  SELECT actor FROM journal WHERE journal.pos_tid = payment.pos_tid AND event = 'payment.started' LIMIT 1);
UPDATE operation SET actor = (
  SELECT actor FROM journal
  WHERE journal.pos_tid = operation.pos_tid AND event = 'operation.requested' AND json_extract(data, '$.id') = operation.id
  LIMIT 1);
UPDATE payment SET reserved = max(0, json_extract(outcome, '$.authAmount') + json_extract(outcome, '$.authAdditionalAmount'))
  WHERE json_extract(outcome, '$.status') = 'auth';
UPDATE payment SET unlisted = 1 WHERE pos_tid IN (
  SELECT pos_tid FROM operation
  WHERE kind IN ('capture','refund') AND state = 'done'
    AND NOT EXISTS (SELECT 1 FROM movement WHERE movement.pos_tid = operation.pos_tid AND movement.kind = operation.kind
                      AND (movement.id = operation.id OR movement.id IS NULL)));
INSERT INTO booking (period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor)
SELECT 1, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor FROM (
  SELECT seen_at AS at, 1 AS rank, movement.pos_tid AS pos_tid, movement.kind AS kind, movement.id AS id, currency,
    movement.amount AS amount, movement.additional_amount AS additional_amount,
    CASE WHEN movement.kind = 'capture' AND position = 0 THEN json_extract(outcome, '$.transactionFee') ELSE 0 END AS transaction_fee,
    CASE WHEN movement.kind = 'capture' AND position = 0 THEN json_extract(outcome, '$.interchangeFee') ELSE 0 END AS interchange_fee,
    coalesce((SELECT operation.actor FROM operation WHERE operation.id = movement.id),
      CASE movement.kind WHEN 'capture' THEN taken_by END) AS actor
  FROM movement JOIN payment USING (pos_tid)
  WHERE json_extract(outcome, '$.currency') = currency
  UNION ALL
  -- A sale that is `ok` without listing its capture was captured in one step (G9).
  SELECT modified_at, 1, pos_tid, 'capture', NULL, currency, json_extract(outcome, '$.amount'),
    json_extract(outcome, '$.additionalAmount'), json_extract(outcome, '$.transactionFee'),
    json_extract(outcome, '$.interchangeFee'), taken_by
  FROM payment
  WHERE json_extract(outcome, '$.status') = 'ok' AND json_extract(outcome, '$.currency') = currency
    AND json_array_length(outcome, '$.captures') = 0
  UNION ALL
  SELECT coalesce((SELECT min(seen_at) FROM movement WHERE movement.pos_tid = payment.pos_tid), modified_at), 0, pos_tid,
    'approved', NULL, currency, amount, coalesce(json_extract(outcome, '$.additionalAmount'), additional_amount), 0, 0, taken_by
  FROM payment
  WHERE json_extract(outcome, '$.currency') = currency
    AND (authorised_seen = 1 OR json_extract(outcome, '$.status') = 'ok')
  UNION ALL
  SELECT modified_at, 2, pos_tid, phase, NULL, currency, amount,
    coalesce(json_extract(outcome, '$.additionalAmount'), additional_amount), 0, 0, taken_by
  FROM payment WHERE phase IN ('released','aborted','rejected','expired')
) ORDER BY at, pos_tid, rank, kind, id;
