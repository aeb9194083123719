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
