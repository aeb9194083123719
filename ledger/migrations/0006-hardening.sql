-- 0006-hardening.sql: what a till's role could reach beside its own rows, taken away.

-- A function that runs with the owner's rights is nobody's to attach to a table of their own. Firing a trigger asks for no
-- right to its function: tills insert as before.
DO $$ DECLARE attached text; BEGIN
  FOREACH attached IN ARRAY ARRAY['follow_journal()', 'follow_bookings()', 'follow_reports()', 'keep_rows()'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', attached);
  END LOOP;
END $$;

-- Who may make no table has nothing to attach one to. Where the database is another's this only warns.
DO $$ BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- The keys that a till signed with before head office accepted another. Of a ledger from before, those that signed heads.
ALTER TABLE till ADD COLUMN former_keys text[] NOT NULL DEFAULT '{}';
UPDATE till SET former_keys = ARRAY(
  SELECT DISTINCT key FROM journal_head h WHERE h.till = till.till AND h.key IS DISTINCT FROM till.head_key ORDER BY key);

-- As before, without a lock on what all tills write to: a table of its own is attached, which waits for nobody's rows, and
-- no longer than two seconds for whoever reads the default partition. A till then asks again.
CREATE OR REPLACE FUNCTION make_month(wanted date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  begins date := date_trunc('month', wanted::timestamp)::date;
  ends date := (begins + interval '1 month')::date;
  parted text;
  part text;
BEGIN
  IF begins < date '2020-01-01' OR begins > now() AT TIME ZONE 'UTC' + interval '2 months' THEN RETURN; END IF;
  IF to_regclass('payment_' || to_char(begins, 'YYYY_MM')) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('till ledger: make_month'));
  FOREACH parted IN ARRAY ARRAY['journal_entry', 'booking', 'payment'] LOOP
    part := parted || '_' || to_char(begins, 'YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parted);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        parted, part, begins || ' 00:00:00+00', ends || ' 00:00:00+00');
    EXCEPTION WHEN check_violation THEN NULL;
    END;
  END LOOP;
END $$;
