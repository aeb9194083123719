-- 0007-own-till.sql: whose role this is, asked several times for each page of rows: planned once a connection, where a
-- function in SQL that runs with its owner's rights is planned at each call. It answers as before.

CREATE OR REPLACE FUNCTION own_till() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ BEGIN RETURN (SELECT t.till FROM till t WHERE t.role = session_user AND t.revoked_at IS NULL); END $$;
