-- 0001-ledger.sql: what the tills of a chain tell, each its own. Times are UTC; amounts are integers in minor units.

-- Who may do what. A till has a role of its own in ledger_till; whoever reads for the chain is given ledger_reader.
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'ledger_till') THEN CREATE ROLE ledger_till NOLOGIN; END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'ledger_reader') THEN CREATE ROLE ledger_reader NOLOGIN; END IF;
END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO ledger_till, ledger_reader;

CREATE TABLE till (
  till           text PRIMARY KEY,
  role           name UNIQUE NOT NULL,
  added_at       timestamptz NOT NULL DEFAULT now(),
  revoked_at     timestamptz,
  replaced_by    text REFERENCES till (till), -- its figures count no more: that till has them
  shop           text,                        -- as head office said, else as the till first told
  last_number    bigint NOT NULL DEFAULT 0,   -- of journal_entry
  last_hash      bytea,                       -- of that row; null before the first
  last_booking   bigint NOT NULL DEFAULT 0,
  last_z         bigint NOT NULL DEFAULT 0,
  head_key       text,                        -- the till's public key, PEM: pinned when it is first told
  last_seen      timestamptz,
  version        text,
  time_zone      text NOT NULL DEFAULT 'UTC',
  cut_off        interval NOT NULL DEFAULT '0', -- when a business day begins
  queue_depth    integer,                     -- operations that the till owes the service
  queue_oldest   timestamptz,
  behind         bigint,                      -- journal rows that the till had and the ledger had not
  error          text,                        -- what a person should look at, by the code of a health finding
  settings       text,                        -- SHA-256 of the settings in force, hex
  refused_at     timestamptz,                 -- its file is another than the one that is known here
  refused_number bigint,
  refused_because text
);

-- The three large tables refer to till without a foreign key, which would look each row's till up once more: the triggers
-- below, and require_own, know that it is there.

-- The journal, row by row as the till chained it. PostgreSQL wants the time in the key of a table that is parted by it;
-- that (till, number) is unique all the same is held by the counter in till, under its lock.
CREATE TABLE journal_entry (
  till    text NOT NULL,
  number  bigint NOT NULL,
  at      timestamptz NOT NULL,
  event   text NOT NULL,
  pos_tid text,
  actor   text,
  data    json NOT NULL,                      -- json keeps the text that was hashed
  hash    bytea NOT NULL,
  PRIMARY KEY (till, number, at)
) PARTITION BY RANGE (at);
CREATE INDEX journal_entry_of_payment ON journal_entry (pos_tid, number) WHERE pos_tid IS NOT NULL;
CREATE INDEX journal_entry_closes ON journal_entry (till) WHERE event = 'report.closed';

-- What happened to money, when the till learned of it: every Z is made of these. Never changed; a correction is a row more.
CREATE TABLE booking (
  till              text NOT NULL,
  number            bigint NOT NULL,
  period            bigint NOT NULL,          -- the number of the Z that it is, or will be, in
  at                timestamptz NOT NULL,
  pos_tid           text NOT NULL,
  kind              text NOT NULL,
  id                text,
  currency          text NOT NULL,
  amount            bigint NOT NULL,          -- without the additional part
  additional_amount bigint NOT NULL,
  transaction_fee   bigint NOT NULL,
  interchange_fee   bigint NOT NULL,
  actor             text,
  PRIMARY KEY (till, number, at)
) PARTITION BY RANGE (at);
CREATE INDEX booking_of_payment ON booking (till, pos_tid) WHERE kind IN ('capture', 'refund');
CREATE INDEX booking_by_time ON booking (at, till) WHERE kind IN ('capture', 'refund');

-- Payments as they are now, by the time they were started.
CREATE TABLE payment (
  till                text NOT NULL,
  pos_tid             text NOT NULL,
  number              text NOT NULL,          -- what people say to each other
  action              text NOT NULL,
  amount              bigint NOT NULL,
  additional_amount   bigint NOT NULL,
  currency            text NOT NULL,
  phase               text NOT NULL,
  captured_total      bigint NOT NULL,        -- with the additional part
  captured_additional bigint NOT NULL,
  refunded_total      bigint NOT NULL,
  reserved            bigint NOT NULL,        -- authorised and not captured
  unlisted            boolean NOT NULL,       -- a capture or refund was accepted, and the service has yet to list it
  attention           text,
  late                text,
  late_since          timestamptz,
  tid                 text,                   -- the service's id
  reference           text,                   -- the register's
  taken_by            text,
  created_at          timestamptz NOT NULL,
  modified_at         timestamptz NOT NULL,
  change              bigint NOT NULL,        -- the till's own count of changes: an older state never follows a newer
  PRIMARY KEY (till, pos_tid, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX payment_by_number ON payment (number);
CREATE INDEX payment_by_amount ON payment (amount, created_at);
CREATE INDEX payment_by_reference ON payment (reference) WHERE reference IS NOT NULL;
CREATE INDEX payment_by_tid ON payment (tid) WHERE tid IS NOT NULL;
CREATE INDEX payment_open ON payment (till) WHERE reserved > 0 OR unlisted OR late IS NOT NULL OR phase = 'attention';

CREATE TABLE z_report (
  till     text NOT NULL REFERENCES till (till),
  number   bigint NOT NULL,
  from_at  timestamptz NOT NULL,
  to_at    timestamptz NOT NULL,
  currency text NOT NULL,
  captured bigint NOT NULL,                   -- with the additional part, as refunded
  refunded bigint NOT NULL,
  net      bigint NOT NULL,
  data     json NOT NULL,                     -- the report, in the text that was sealed
  through  bigint NOT NULL,                   -- the last booking in it
  hash     bytea NOT NULL,                    -- its seal
  PRIMARY KEY (till, number)
);

-- The ends of tills' journals, each signed by its till. Nobody who changes rows here can sign a head for them.
CREATE TABLE journal_head (
  till      text NOT NULL REFERENCES till (till),
  number    bigint NOT NULL,
  at        timestamptz NOT NULL,
  hash      bytea NOT NULL,
  key       text NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (till, number)
);

CREATE TABLE journal_entry_other PARTITION OF journal_entry DEFAULT;
CREATE TABLE booking_other PARTITION OF booking DEFAULT;
CREATE TABLE payment_other PARTITION OF payment DEFAULT;

-- Makes the partitions of a month, where they are missing: all that a till may have made. A month that no till's clock
-- can rightly show stays in the default partition, as does one that has rows there already.
CREATE FUNCTION make_month(wanted date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  begins date := date_trunc('month', wanted::timestamp)::date;
  ends date := (begins + interval '1 month')::date;
  parted text;
BEGIN
  IF begins < date '2020-01-01' OR begins > now() AT TIME ZONE 'UTC' + interval '2 months' THEN RETURN; END IF;
  IF to_regclass('payment_' || to_char(begins, 'YYYY_MM')) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('till ledger: make_month'));
  FOREACH parted IN ARRAY ARRAY['journal_entry', 'booking', 'payment'] LOOP
    CONTINUE WHEN to_regclass(parted || '_' || to_char(begins, 'YYYY_MM')) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        parted || '_' || to_char(begins, 'YYYY_MM'), parted, begins || ' 00:00:00+00', ends || ' 00:00:00+00');
    EXCEPTION WHEN check_violation THEN NULL;
    END;
  END LOOP;
END $$;

-- Nobody changes what a till wrote, whatever their rights.
CREATE FUNCTION keep_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege'; END $$;
DO $$ DECLARE kept text; BEGIN
  FOREACH kept IN ARRAY ARRAY['journal_entry', 'booking', 'z_report', 'journal_head'] LOOP
    EXECUTE format('CREATE TRIGGER keeps_rows BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION keep_rows()', kept);
    EXECUTE format('CREATE TRIGGER keeps_all BEFORE TRUNCATE ON %I EXECUTE FUNCTION keep_rows()', kept);
  END LOOP;
END $$;

-- Rows come in order and without a gap. One that is there already is not among the added: a repeat is nothing.
CREATE FUNCTION follow_journal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  new record;
  was bigint;
BEGIN
  FOR new IN SELECT a.till, min(number) AS first, max(number) AS last, count(*) AS rows, count(DISTINCT number) AS numbers
             FROM added a GROUP BY a.till LOOP
    SELECT last_number INTO STRICT was FROM till WHERE till = new.till FOR UPDATE;
    IF new.first <> was + 1 OR new.last - was <> new.rows OR new.rows <> new.numbers THEN
      RAISE EXCEPTION 'journal_entry: after % of % comes %, not %', was, new.till, was + 1, new.first
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE till SET last_number = new.last,
      last_hash = (SELECT hash FROM added a WHERE a.till = new.till AND number = new.last)
    WHERE till = new.till;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER follows AFTER INSERT ON journal_entry REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION follow_journal();

CREATE FUNCTION follow_bookings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  new record;
  was bigint;
BEGIN
  FOR new IN SELECT a.till, min(number) AS first, max(number) AS last, count(*) AS rows, count(DISTINCT number) AS numbers
             FROM added a GROUP BY a.till LOOP
    SELECT last_booking INTO STRICT was FROM till WHERE till = new.till FOR UPDATE;
    IF new.first <> was + 1 OR new.last - was <> new.rows OR new.rows <> new.numbers THEN
      RAISE EXCEPTION 'booking: after % of % comes %, not %', was, new.till, was + 1, new.first
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE till SET last_booking = new.last WHERE till = new.till;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER follows AFTER INSERT ON booking REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION follow_bookings();

-- The numbers of Zs have gaps where a backup was restored.
CREATE FUNCTION follow_reports() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE till SET last_z = greatest(last_z, latest.number)
  FROM (SELECT a.till, max(number) AS number FROM added a GROUP BY a.till) AS latest WHERE till.till = latest.till;
  RETURN NULL;
END $$;
CREATE TRIGGER follows AFTER INSERT ON z_report REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION follow_reports();
