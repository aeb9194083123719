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
