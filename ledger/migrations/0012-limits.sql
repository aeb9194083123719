-- 0012-limits.sql: how much of the database one till can use; and what a settlement file has besides captures and refunds.

ALTER TABLE settlement
  ADD COLUMN others bigint NOT NULL DEFAULT 0,  -- all other movements: net = gross + others − fee
  ADD COLUMN payout bigint;                     -- as the file states it; null: it does not, or it is not known
ALTER TABLE settlement_till ADD COLUMN others bigint NOT NULL DEFAULT 0;

-- A till has the running and the next month made, and no other: rows of other months are kept in the default partition
-- until head office runs `init`.
ALTER FUNCTION make_month(date) RENAME TO make_any_month;
REVOKE EXECUTE ON FUNCTION make_any_month(date) FROM ledger_till;
CREATE FUNCTION make_month(wanted date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  running timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
BEGIN
  IF NOT pg_has_role(session_user, current_user, 'USAGE')
    AND (wanted >= running AND wanted < running + interval '2 months') IS NOT TRUE THEN RETURN; END IF;
  PERFORM make_any_month(wanted);
END $$;
REVOKE EXECUTE ON FUNCTION make_month(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_month(date) TO ledger_till;

-- Bytes of one row's texts. What a till writes is far smaller; rows from before are not looked at.
ALTER TABLE journal_entry ADD CONSTRAINT row_size CHECK (octet_length(event) + coalesce(octet_length(pos_tid), 0)
  + coalesce(octet_length(actor), 0) + octet_length(data::text) + octet_length(hash) <= 1048576) NOT VALID;
ALTER TABLE booking ADD CONSTRAINT row_size CHECK (octet_length(pos_tid) + octet_length(kind)
  + coalesce(octet_length(id), 0) + coalesce(octet_length(actor), 0) <= 16384) NOT VALID;
ALTER TABLE payment ADD CONSTRAINT row_size CHECK (octet_length(pos_tid) + octet_length(number) + octet_length(action)
  + octet_length(phase) + coalesce(octet_length(attention), 0) + coalesce(octet_length(late), 0) + coalesce(octet_length(tid), 0)
  + coalesce(octet_length(reference), 0) + coalesce(octet_length(taken_by), 0) <= 65536) NOT VALID;
ALTER TABLE z_report ADD CONSTRAINT row_size CHECK (octet_length(data::text) + octet_length(hash) <= 4194304) NOT VALID;
ALTER TABLE journal_head ADD CONSTRAINT row_size CHECK (octet_length(hash) + octet_length(key) + octet_length(signature) <= 16384) NOT VALID;
ALTER TABLE till ADD CONSTRAINT row_size CHECK (coalesce(octet_length(head_key), 0) + coalesce(octet_length(refused_because), 0)
  + coalesce(octet_length(pos_id), 0) + coalesce(octet_length(claimed_pos), 0) <= 16384) NOT VALID;

-- Limits the role of one till, or of all: `init` calls it each time. Only a superuser can set temp_file_limit and close the
-- functions of large objects, which belong to the server; what the caller may not do is left out.
CREATE FUNCTION limit_tills(of_till text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  to_do text;
BEGIN
  FOR to_do IN
    SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^lo(_.*|read|write)$'
      AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
    UNION ALL
    SELECT format('ALTER ROLE %I SET %s', role, setting) FROM till, unnest(ARRAY['statement_timeout = ''60s''',
      'idle_in_transaction_session_timeout = ''60s''', 'temp_file_limit = ''64MB''']) setting
    WHERE till = coalesce(of_till, till) AND revoked_at IS NULL
  LOOP
    BEGIN
      EXECUTE to_do;
    EXCEPTION WHEN insufficient_privilege OR undefined_object THEN NULL;
    END;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION limit_tills(text) FROM PUBLIC;
