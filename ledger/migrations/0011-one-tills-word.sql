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
BEGIN
  IF begins < date '2020-01-01' OR begins > now() AT TIME ZONE 'UTC' + interval '2 months' THEN RETURN; END IF;
  IF to_regclass('payment_' || to_char(begins, 'YYYY_MM')) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('till ledger: make_month'));
  FOREACH parted IN ARRAY ARRAY['journal_entry', 'booking', 'payment'] LOOP
    part := parted || '_' || to_char(begins, 'YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    other := parted || '_other';
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', other);
    of_month := format('%1$I >= %2$L AND %1$I < %3$L', CASE parted WHEN 'payment' THEN 'created_at' ELSE 'at' END,
      begins || ' 00:00:00+00', ends || ' 00:00:00+00');
    EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %I WHERE %s LIMIT %s) few', other, of_month, most) INTO waiting;
    CONTINUE WHEN waiting = most;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parted);
    IF waiting > 0 THEN
      EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %s', part, other, of_month);
      EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', other);
      EXECUTE format('DELETE FROM %I WHERE %s', other, of_month);
      EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', other);
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      parted, part, begins || ' 00:00:00+00', ends || ' 00:00:00+00');
  END LOOP;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN NULL;
END $$;

-- What a till says of its shop names it in figures where head office named none, and settings are for none by it. What is
-- in shop already may be either's: it stays head office's.
ALTER TABLE till ADD COLUMN told_shop text;

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
  now() - queue_oldest AS queue_age, behind, error, refused_at, refused_number, refused_because, settings, last_number,
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

DO $$ DECLARE called text; BEGIN
  FOREACH called IN ARRAY ARRAY['report_part(json, text)', 'report_figure(json, text)', 'report_decided(json)', 'whole(numeric)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', called);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO ledger_till, ledger_reader', called);
  END LOOP;
END $$;
GRANT SELECT ON plausible_booking, plausible_payment, plausible_z_report TO ledger_reader;
