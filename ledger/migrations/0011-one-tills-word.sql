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
