-- 0011-one-tills-word.sql: what one till tells ends nothing for the others.

-- As before, but where somebody holds what it needs, that month's rows are kept in the default partition until it is made
-- later: the few that are there then move with it. A till does not move many: `init` does.
CREATE OR REPLACE FUNCTION make_month(wanted date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  most CONSTANT integer := CASE WHEN pg_has_role(session_user, current_user, 'USAGE') THEN 2147483647 ELSE 10000 END;
  begins date := date_trunc('month', wanted::timestamp)::date;
  ends date := (begins + interval '1 month')::date;
  parted text;
  part text;
  other text;
  of_month text;
  waiting integer;
  has_waiting boolean[] := '{}';
  of_months text[] := '{}';
  missing text[] := ARRAY(SELECT name FROM unnest(ARRAY['journal_entry', 'booking', 'payment']) name
    WHERE to_regclass(name || '_' || to_char(begins, 'YYYY_MM')) IS NULL);
BEGIN
  IF begins < date '2020-01-01' OR begins > now() AT TIME ZONE 'UTC' + interval '2 months' THEN RETURN; END IF;
  IF missing = '{}' THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('till ledger: make_month'));
  -- All of a month or nothing of it: half of one would look as if it were made.
  FOREACH parted IN ARRAY missing LOOP
    other := parted || '_other';
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', other);
    of_month := format('%1$I >= %2$L AND %1$I < %3$L', CASE parted WHEN 'payment' THEN 'created_at' ELSE 'at' END,
      begins || ' 00:00:00+00', ends || ' 00:00:00+00');
    EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %I WHERE %s LIMIT %s) few', other, of_month, most) INTO waiting;
    IF waiting = most THEN RETURN; END IF;
    has_waiting := has_waiting || (waiting > 0);
    of_months := of_months || of_month;
  END LOOP;
  FOR place IN 1 .. array_length(missing, 1) LOOP
    parted := missing[place];
    part := parted || '_' || to_char(begins, 'YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    other := parted || '_other';
    of_month := of_months[place];
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parted);
    IF has_waiting[place] THEN
      EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %s', part, other, of_month);
      EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', other);
      EXECUTE format('DELETE FROM %I WHERE %s', other, of_month);
      EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', other);
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      parted, part, begins || ' 00:00:00+00', ends || ' 00:00:00+00');
  END LOOP;
EXCEPTION
  WHEN check_violation THEN NULL;
  -- A till goes on without it; head office is to know that it was not made.
  WHEN lock_not_available OR deadlock_detected THEN IF most > 10000 THEN RAISE; END IF;
END $$;

-- What a till says of its shop names it in figures where head office named none, and settings are for none by it. What is
-- in shop already may be either's: it stays head office's.
ALTER TABLE till ADD COLUMN told_shop text;
-- The point of sale that it tells and another till has; null: it has what it tells.
ALTER TABLE till ADD COLUMN claimed_pos text;

-- A part of a Z, which is the till's own text; null: it has none, or it cannot be looked into. U+FFFD stands for what
-- PostgreSQL keeps in no text.
CREATE FUNCTION report_part(data json, part text) RETURNS json LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN data -> part;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  BEGIN
    RETURN regexp_replace(data::text, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\ufffd', 'g')::json -> part;
  EXCEPTION WHEN data_exception OR program_limit_exceeded THEN RETURN NULL;
  END;
END $$;

CREATE FUNCTION report_figure(data json, part text) RETURNS float8 LANGUAGE plpgsql IMMUTABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (report_part(data, part) #>> '{}')::float8;
EXCEPTION WHEN data_exception THEN RETURN NULL;
END $$;

-- The differences from the service that somebody decided about at its close; null: none.
CREATE FUNCTION report_decided(data json) RETURNS json LANGUAGE plpgsql IMMUTABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT json_agg(decided -> 'difference') FROM json_array_elements(report_part(data, 'decisions')) decided
    WHERE json_typeof(decided -> 'difference') = 'object');
EXCEPTION WHEN data_exception THEN RETURN NULL;
END $$;

-- A sum that a bigint has no room for is the largest that it has.
CREATE FUNCTION whole(total numeric) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN least(greatest(total, -9223372036854775808), 9223372036854775807)::bigint;

-- What a till can have: amounts that it can count, years of four digits, a currency's code. Of the rows from before, those
-- that have something else are in no figure, and `verify` names their till.
ALTER TABLE journal_entry ADD CONSTRAINT plausible CHECK (
  at >= '0001-01-01Z' AND at < '10000-01-01Z') NOT VALID;
ALTER TABLE booking ADD CONSTRAINT plausible CHECK (
  at >= '0001-01-01Z' AND at < '10000-01-01Z' AND currency ~ '^[A-Z]{3}$'
  AND amount BETWEEN -9007199254740992 AND 9007199254740992
  AND additional_amount BETWEEN -9007199254740992 AND 9007199254740992
  AND transaction_fee BETWEEN -9007199254740992 AND 9007199254740992
  AND interchange_fee BETWEEN -9007199254740992 AND 9007199254740992) NOT VALID;
ALTER TABLE payment ADD CONSTRAINT plausible CHECK (
  created_at >= '0001-01-01Z' AND created_at < '10000-01-01Z'
  AND modified_at >= '0001-01-01Z' AND modified_at < '10000-01-01Z'
  AND (late_since >= '0001-01-01Z' AND late_since < '10000-01-01Z') IS NOT FALSE AND currency ~ '^[A-Z]{3}$'
  AND amount BETWEEN -9007199254740992 AND 9007199254740992
  AND additional_amount BETWEEN -9007199254740992 AND 9007199254740992
  AND captured_total BETWEEN -9007199254740992 AND 9007199254740992
  AND captured_additional BETWEEN -9007199254740992 AND 9007199254740992
  AND refunded_total BETWEEN -9007199254740992 AND 9007199254740992
  AND reserved BETWEEN -9007199254740992 AND 9007199254740992) NOT VALID;
ALTER TABLE z_report ADD CONSTRAINT plausible CHECK (
  from_at >= '0001-01-01Z' AND from_at < '10000-01-01Z' AND to_at >= '0001-01-01Z' AND to_at < '10000-01-01Z'
  AND currency ~ '^[A-Z]{3}$' AND captured BETWEEN -9007199254740992 AND 9007199254740992
  AND refunded BETWEEN -9007199254740992 AND 9007199254740992 AND net BETWEEN -9007199254740992 AND 9007199254740992) NOT VALID;
ALTER TABLE z_report ADD CONSTRAINT readable CHECK (json_typeof(report_part(data, 'decisions')) = 'array'
  AND json_typeof(report_part(data, 'tips')) = 'number' AND json_typeof(report_part(data, 'fees')) = 'number') NOT VALID;

CREATE VIEW plausible_booking AS SELECT * FROM booking WHERE
  at >= '0001-01-01Z' AND at < '10000-01-01Z' AND currency ~ '^[A-Z]{3}$'
  AND amount BETWEEN -9007199254740992 AND 9007199254740992
  AND additional_amount BETWEEN -9007199254740992 AND 9007199254740992
  AND transaction_fee BETWEEN -9007199254740992 AND 9007199254740992
  AND interchange_fee BETWEEN -9007199254740992 AND 9007199254740992;
CREATE VIEW plausible_payment AS SELECT * FROM payment WHERE
  created_at >= '0001-01-01Z' AND created_at < '10000-01-01Z'
  AND modified_at >= '0001-01-01Z' AND modified_at < '10000-01-01Z'
  AND (late_since >= '0001-01-01Z' AND late_since < '10000-01-01Z') IS NOT FALSE AND currency ~ '^[A-Z]{3}$'
  AND amount BETWEEN -9007199254740992 AND 9007199254740992
  AND additional_amount BETWEEN -9007199254740992 AND 9007199254740992
  AND captured_total BETWEEN -9007199254740992 AND 9007199254740992
  AND captured_additional BETWEEN -9007199254740992 AND 9007199254740992
  AND refunded_total BETWEEN -9007199254740992 AND 9007199254740992
  AND reserved BETWEEN -9007199254740992 AND 9007199254740992;
CREATE VIEW plausible_z_report AS SELECT * FROM z_report WHERE
  from_at >= '0001-01-01Z' AND from_at < '10000-01-01Z' AND to_at >= '0001-01-01Z' AND to_at < '10000-01-01Z'
  AND currency ~ '^[A-Z]{3}$' AND captured BETWEEN -9007199254740992 AND 9007199254740992
  AND refunded BETWEEN -9007199254740992 AND 9007199254740992 AND net BETWEEN -9007199254740992 AND 9007199254740992;

CREATE OR REPLACE VIEW counted_booking AS
SELECT b.till, coalesce(t.shop, t.told_shop, b.till) AS shop, b.at, (b.at AT TIME ZONE t.time_zone - t.cut_off)::date AS day, b.period,
  b.currency, b.pos_tid, b.kind, b.amount + b.additional_amount AS gross, b.additional_amount AS tip
FROM plausible_booking b JOIN till t USING (till)
WHERE b.kind IN ('capture', 'refund') AND t.replaced_by IS NULL;

CREATE OR REPLACE VIEW sales_per_hour AS
SELECT till, date_trunc('hour', at) AS hour,
  whole(coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)) AS captured,
  whole(coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)) AS refunded,
  count(DISTINCT pos_tid) FILTER (WHERE kind = 'capture' AND gross > 0) AS payments,
  whole(coalesce(sum(tip) FILTER (WHERE kind = 'capture'), 0)) AS tips,
  currency
FROM counted_booking GROUP BY till, date_trunc('hour', at), currency;

CREATE OR REPLACE VIEW sales_per_shop_hour AS
SELECT shop, date_trunc('hour', at) AS hour,
  whole(coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)) AS captured,
  whole(coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)) AS refunded,
  count(DISTINCT pos_tid) FILTER (WHERE kind = 'capture' AND gross > 0) AS payments,
  whole(coalesce(sum(tip) FILTER (WHERE kind = 'capture'), 0)) AS tips,
  currency
FROM counted_booking GROUP BY shop, date_trunc('hour', at), currency;

CREATE OR REPLACE VIEW sales_per_day AS
SELECT shop, till, day,
  whole(coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)) AS captured,
  whole(coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)) AS refunded,
  count(DISTINCT pos_tid) FILTER (WHERE kind = 'capture' AND gross > 0) AS payments,
  whole(coalesce(sum(tip) FILTER (WHERE kind = 'capture'), 0)) AS tips,
  currency
FROM counted_booking GROUP BY shop, till, day, currency;

CREATE OR REPLACE VIEW money_at_risk AS
SELECT p.till, coalesce(t.shop, t.told_shop, p.till) AS shop, p.pos_tid, p.number, p.currency, p.amount + p.additional_amount AS amount,
  p.reserved, p.phase,
  CASE WHEN p.phase = 'attention' THEN 'attention' WHEN p.unlisted THEN 'unlisted' ELSE 'reserved' END AS because,
  p.attention, p.created_at, p.modified_at
FROM plausible_payment p JOIN till t USING (till)
WHERE (p.reserved > 0 OR p.unlisted OR p.phase = 'attention') AND t.replaced_by IS NULL;

CREATE OR REPLACE VIEW late_money AS
SELECT p.till, coalesce(t.shop, t.told_shop, p.till) AS shop, p.pos_tid, p.number, p.currency, p.captured_total, p.refunded_total,
  p.reserved, p.late, p.late_since
FROM plausible_payment p JOIN till t USING (till)
WHERE p.late IS NOT NULL AND t.replaced_by IS NULL;

CREATE OR REPLACE VIEW z_difference AS
SELECT z.till, coalesce(t.shop, t.told_shop, z.till) AS shop, z.number, z.from_at, z.to_at, z.currency, z.captured, z.refunded, z.net,
  b.captured AS booked_captured, b.refunded AS booked_refunded, report_decided(z.data) AS differences,
  report_part(z.data, 'comparison') ->> 'state' AS comparison
FROM plausible_z_report z JOIN till t USING (till)
LEFT JOIN LATERAL (
  SELECT whole(coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)) AS captured,
    whole(coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)) AS refunded
  FROM counted_booking c WHERE c.till = z.till AND c.period = z.number AND c.currency = z.currency) b ON true
WHERE t.replaced_by IS NULL;

CREATE OR REPLACE VIEW request_difference AS
SELECT r.tid, r.difference, r.differs_since, r.read_at, r.till, coalesce(t.shop, t.told_shop, r.till) AS shop, r.pos_id,
  coalesce(r.pos_tid, p.pos_tid) AS pos_tid, p.number, r.status, coalesce(r.currency, p.currency) AS currency, r.captured,
  r.refunded, p.captured_total AS told_captured, p.refunded_total AS told_refunded
FROM service_request r LEFT JOIN till t USING (till) LEFT JOIN plausible_payment p ON p.till = r.till AND p.tid = r.tid
WHERE r.difference IS NOT NULL;

CREATE OR REPLACE VIEW till_health AS
SELECT till, coalesce(shop, told_shop, till) AS shop, last_seen, now() - last_seen AS silent_for, version, queue_depth,
  now() - queue_oldest AS queue_age, behind,
  coalesce(error, CASE WHEN claimed_pos IS NOT NULL THEN 'point_of_sale_taken' END) AS error, refused_at, refused_number, refused_because, settings, last_number,
  last_booking, last_z, revoked_at, replaced_by
FROM till;

-- How the till is, as before, but what no till can be is left as it was, and named where the till has no error to tell of.
CREATE OR REPLACE FUNCTION tell_state(of_till text, state jsonb, head jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  pinned text;
  zone text := state ->> 'timeZone';
  begins text := state ->> 'cutOff';
  oldest timestamptz;
  odd text;
BEGIN
  PERFORM require_own(of_till);
  BEGIN
    oldest := state ->> 'queueOldest';
    IF oldest < '0001-01-01Z' OR oldest >= '10000-01-01Z' THEN RAISE datetime_field_overflow; END IF;
  EXCEPTION WHEN data_exception THEN
    oldest := NULL;
    odd := 'queue_not_plausible';
  END;
  IF begins !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' THEN
    begins := NULL;
    odd := 'cut_off_not_plausible';
  END IF;
  BEGIN
    PERFORM now() AT TIME ZONE zone;
  EXCEPTION WHEN data_exception THEN
    zone := NULL;
    odd := 'time_zone_unknown';
  END;
  UPDATE till SET last_seen = now(), version = left(state ->> 'version', 200), time_zone = coalesce(zone, time_zone),
    cut_off = coalesce(begins::interval, cut_off), queue_depth = (state ->> 'queueDepth')::integer, queue_oldest = oldest,
    behind = (state ->> 'behind')::bigint, error = left(coalesce(state ->> 'error', odd), 200),
    settings = left(state ->> 'settings', 200), told_shop = left(state ->> 'shop', 200),
    head_key = coalesce(head_key, state ->> 'key')
  WHERE till = of_till RETURNING head_key INTO STRICT pinned;
  IF pinned <> state ->> 'key' THEN
    RAISE EXCEPTION 'till % signs with another key than before', of_till USING ERRCODE = 'LG001';
  END IF;
  IF head IS NOT NULL THEN
    INSERT INTO journal_head (till, number, at, hash, key, signature)
    VALUES (of_till, (head ->> 'number')::bigint, (head ->> 'at')::timestamptz, decode(head ->> 'hash', 'hex'), pinned,
      decode(head ->> 'signature', 'hex'))
    ON CONFLICT DO NOTHING;
  END IF;
END $$;

-- What tills told before.
DO $$ DECLARE told record; BEGIN
  FOR told IN SELECT till, time_zone FROM till LOOP
    BEGIN
      PERFORM now() AT TIME ZONE told.time_zone;
    EXCEPTION WHEN data_exception THEN UPDATE till SET time_zone = 'UTC' WHERE till = told.till;
    END;
  END LOOP;
END $$;
UPDATE till SET cut_off = '0' WHERE cut_off < '0' OR cut_off >= '1 day';
UPDATE till SET queue_oldest = NULL WHERE queue_oldest < '0001-01-01Z' OR queue_oldest >= '10000-01-01Z';

-- Tills tell their point of sale: the first that has one keeps it, until it is revoked or replaced.
CREATE OR REPLACE FUNCTION tell_pos(of_till text, pos text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  taken boolean;
  partner text;
BEGIN
  PERFORM require_own(of_till);
  -- Two that have changed places: each tells what the other has.
  SELECT o.till INTO partner FROM till o, till own WHERE own.till = of_till AND o.till <> of_till
    AND coalesce(o.pos_id, o.till) = pos AND o.claimed_pos = coalesce(own.pos_id, own.till)
    AND o.revoked_at IS NULL AND o.replaced_by IS NULL LIMIT 1;
  IF partner IS NOT NULL THEN
    UPDATE till SET pos_id = CASE till WHEN of_till THEN pos ELSE claimed_pos END, claimed_pos = NULL
    WHERE till IN (of_till, partner);
    RETURN;
  END IF;
  SELECT EXISTS (SELECT 1 FROM till o WHERE coalesce(o.pos_id, o.till) = pos AND o.till <> of_till
    AND o.revoked_at IS NULL AND o.replaced_by IS NULL
    AND (coalesce(own.pos_id, own.till) IS DISTINCT FROM pos OR (o.added_at, o.till) < (own.added_at, own.till)))
  INTO taken FROM till own WHERE own.till = of_till;
  IF NOT taken THEN
    -- Who had it before and was shut out has it no more, should it be let in again.
    UPDATE till SET pos_id = NULL WHERE pos_id = pos AND till <> of_till AND revoked_at IS NOT NULL;
  END IF;
  UPDATE till SET claimed_pos = CASE WHEN taken THEN pos END,
    pos_id = CASE WHEN NOT taken THEN pos WHEN pos_id IS DISTINCT FROM pos THEN pos_id END
  WHERE till = of_till AND (taken OR claimed_pos IS NOT NULL OR pos_id IS DISTINCT FROM pos);
END $$;

-- As before, but of two that have one point of sale, it is the first's; and amounts that have no sum end nothing.
CREATE OR REPLACE FUNCTION put_requests(requests json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH said AS (
    SELECT s.tid, coalesce(s.listed, false) AS listed, coalesce(s.unknown, false) AS unknown, s.status IS NULL AS is_silent,
      k.till AS kept_till, coalesce(s.pos_id, k.pos_id) AS pos_id, coalesce(s.pos_tid, k.pos_tid) AS pos_tid,
      coalesce(s.status, k.status) AS status, coalesce(s.currency, k.currency) AS currency,
      coalesce(s.captured, k.captured) AS captured, coalesce(s.refunded, k.refunded) AS refunded
    FROM json_to_recordset(requests) AS s (tid text, pos_id text, pos_tid text, status text, currency text, captured bigint,
      refunded bigint, unknown boolean, listed boolean)
    LEFT JOIN service_request k ON k.tid = s.tid
  ), owned AS (
    SELECT s.*, coalesce(
      (SELECT p.till FROM payment p JOIN till t USING (till) WHERE p.tid = s.tid AND t.replaced_by IS NULL
       ORDER BY (coalesce(t.pos_id, t.till) = s.pos_id) IS TRUE DESC, (p.till = s.kept_till) IS TRUE DESC LIMIT 1),
      CASE WHEN s.is_silent THEN s.kept_till END,
      (SELECT t.till FROM till t WHERE coalesce(t.pos_id, t.till) = s.pos_id AND t.replaced_by IS NULL
       ORDER BY t.revoked_at IS NULL DESC, t.added_at, t.till LIMIT 1)) AS till
    FROM said s
  ), compared AS (
    SELECT o.*, CASE
      WHEN o.unknown THEN CASE WHEN p.pos_tid IS NOT NULL THEN 'missing_at_service' END
      WHEN o.is_silent THEN 'unreadable'
      WHEN o.status IN ('fail', 'pending') AND o.captured = 0 THEN NULL
      WHEN o.till IS NULL THEN 'nobodys'
      WHEN p.pos_tid IS NULL THEN 'missing_here'
      WHEN (o.captured, o.refunded, o.currency) IS DISTINCT FROM (b.captured, b.refunded, p.currency) THEN 'amounts'
    END AS difference
    FROM owned o LEFT JOIN till t ON t.till = o.till AND t.replaced_by IS NULL
    LEFT JOIN payment p ON p.till = t.till AND p.tid = o.tid
    LEFT JOIN LATERAL (
      SELECT whole(coalesce(sum(amount + additional_amount) FILTER (WHERE kind = 'capture'), 0)) AS captured,
        whole(coalesce(sum(amount + additional_amount) FILTER (WHERE kind = 'refund'), 0)) AS refunded
      FROM plausible_booking WHERE till = p.till AND pos_tid = p.pos_tid AND kind IN ('capture', 'refund')) b ON true
  )
  INSERT INTO service_request AS r (tid, till, pos_id, pos_tid, status, currency, captured, refunded, listed, difference, differs_since)
  SELECT tid, till, pos_id, pos_tid, status, currency, captured, refunded, listed, difference,
    CASE WHEN difference IS NOT NULL THEN now() END FROM compared
  ON CONFLICT (tid) DO UPDATE SET
    number = CASE WHEN r.till IS DISTINCT FROM excluded.till OR (excluded.listed AND NOT r.listed) THEN excluded.number ELSE r.number END,
    till = excluded.till, pos_id = excluded.pos_id, pos_tid = excluded.pos_tid, status = excluded.status,
    currency = excluded.currency, captured = excluded.captured, refunded = excluded.refunded, read_at = now(),
    listed = r.listed OR excluded.listed, difference = excluded.difference,
    differs_since = CASE WHEN r.difference = excluded.difference THEN r.differs_since ELSE excluded.differs_since END;
END $$;

DO $$ DECLARE called text; BEGIN
  FOREACH called IN ARRAY ARRAY['report_part(json, text)', 'report_figure(json, text)', 'report_decided(json)', 'whole(numeric)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', called);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO ledger_till, ledger_reader', called);
  END LOOP;
END $$;
GRANT SELECT ON plausible_booking, plausible_payment, plausible_z_report TO ledger_reader;
