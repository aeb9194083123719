-- 0005-configuration.sql: settings that head office has signed, for all tills, a shop's or one.

CREATE TABLE configuration (
  scope        text NOT NULL CHECK (scope = 'all' OR scope LIKE 'shop:_%' OR scope LIKE 'till:_%'),
  version      bigint NOT NULL,               -- rises; the highest of each scope is in force
  text         text NOT NULL,                 -- what was signed
  signature    text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, version)
);
CREATE TRIGGER keeps_rows BEFORE UPDATE OR DELETE ON configuration FOR EACH ROW EXECUTE FUNCTION keep_rows();
CREATE TRIGGER keeps_all BEFORE TRUNCATE ON configuration EXECUTE FUNCTION keep_rows();

-- For a till: the newest of what is for it, and of nothing else.
CREATE FUNCTION configurations_of(of_till text) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own(of_till);
  RETURN (SELECT coalesce(json_agg(json_build_object('text', c.text, 'signature', c.signature)), '[]') FROM (
    SELECT DISTINCT ON (scope) text, signature FROM configuration
    WHERE scope IN ('all', 'till:' || of_till, 'shop:' || (SELECT t.shop FROM till t WHERE t.till = of_till))
    ORDER BY scope, version DESC) c);
END $$;
REVOKE EXECUTE ON FUNCTION configurations_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION configurations_of(text) TO ledger_till;
GRANT SELECT ON configuration TO ledger_reader;
