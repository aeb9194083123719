-- 0004-reconciliation.sql: the service's payment requests, read once for all tills: whose each is, and what differs.

ALTER TABLE till ADD COLUMN pos_id text;      -- the till's point of sale at the service, as it tells; null: its id here

-- In the order in which it became known whose they are; one whose owner changes is numbered anew.
CREATE SEQUENCE service_request_number;
CREATE TABLE service_request (
  tid           text PRIMARY KEY,
  number        bigint NOT NULL DEFAULT nextval('service_request_number'),
  till          text REFERENCES till (till),  -- whose it is; null: nobody's
  pos_id        text,                         -- as the service says, like all that follows; null: it cannot be read
  pos_tid       text,
  status        text,
  currency      text,
  captured      bigint,                       -- with the additional part, as refunded
  refunded      bigint,
  read_at       timestamptz NOT NULL DEFAULT now(),
  difference    text CHECK (difference IN ('nobodys', 'missing_here', 'amounts', 'unreadable')),
  differs_since timestamptz
);
CREATE INDEX service_request_of_till ON service_request (till, number);
CREATE INDEX service_request_open ON service_request (tid) WHERE status IN ('pending', 'auth');
CREATE INDEX service_request_different ON service_request (number) WHERE difference IS NOT NULL;

-- Where the reading of the service's list is: one row. told: what tills may take over, once all before it was read.
CREATE TABLE service_list (
  one      boolean PRIMARY KEY DEFAULT true CHECK (one),
  version  bigint NOT NULL DEFAULT 0,         -- two that read at once: only the first of them goes on
  position json NOT NULL DEFAULT '{"page": null, "head": null, "isFilled": false, "readTo": null}',
  told     json                               -- the same, with the requests on the pages that are read again each time
);
INSERT INTO service_list DEFAULT VALUES;

-- Takes in what the service says of requests: whose they are by the payment that a till told, else by their point of sale.
CREATE FUNCTION put_requests(requests json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH said AS (
    SELECT s.*, coalesce(
      (SELECT p.till FROM payment p JOIN till t USING (till) WHERE p.tid = s.tid AND t.replaced_by IS NULL
       ORDER BY coalesce(t.pos_id, t.till) = s.pos_id DESC LIMIT 1),
      (SELECT t.till FROM till t WHERE coalesce(t.pos_id, t.till) = s.pos_id AND t.replaced_by IS NULL
       ORDER BY t.revoked_at IS NULL DESC, t.added_at DESC LIMIT 1)) AS till
    FROM json_to_recordset(requests) AS s (tid text, pos_id text, pos_tid text, status text, currency text, captured bigint,
      refunded bigint)
  ), compared AS (
    SELECT s.*, CASE
      WHEN s.status IS NULL THEN 'unreadable'
      WHEN s.status IN ('fail', 'pending') AND s.captured = 0 THEN NULL
      WHEN s.till IS NULL THEN 'nobodys'
      WHEN p.pos_tid IS NULL THEN 'missing_here'
      WHEN (s.captured, s.refunded, s.currency) IS DISTINCT FROM (b.captured, b.refunded, p.currency) THEN 'amounts'
    END AS difference
    FROM said s LEFT JOIN payment p ON p.till = s.till AND p.tid = s.tid
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(amount + additional_amount) FILTER (WHERE kind = 'capture'), 0)::bigint AS captured,
        coalesce(sum(amount + additional_amount) FILTER (WHERE kind = 'refund'), 0)::bigint AS refunded
      FROM booking WHERE till = p.till AND pos_tid = p.pos_tid AND kind IN ('capture', 'refund')) b ON true
  )
  INSERT INTO service_request AS r (tid, till, pos_id, pos_tid, status, currency, captured, refunded, difference, differs_since)
  SELECT tid, till, pos_id, pos_tid, status, currency, captured, refunded, difference,
    CASE WHEN difference IS NOT NULL THEN now() END FROM compared
  ON CONFLICT (tid) DO UPDATE SET
    number = CASE WHEN r.till IS DISTINCT FROM excluded.till THEN excluded.number ELSE r.number END,
    till = excluded.till, pos_id = excluded.pos_id, pos_tid = excluded.pos_tid, status = excluded.status,
    currency = excluded.currency, captured = excluded.captured, refunded = excluded.refunded, read_at = now(),
    difference = excluded.difference,
    differs_since = CASE WHEN r.difference = excluded.difference THEN r.differs_since ELSE excluded.differs_since END;
END $$;

-- For a till: its own requests after a number, with those that nobody can read; and how far the list was read for all,
-- once it has been told the last of them. The requests on the pages that it goes on with are named where they are others'.
CREATE FUNCTION requests_of(of_till text, after bigint) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  most CONSTANT integer := 500;
  own json;
  taken integer;
  through bigint;
  told_to json;
BEGIN
  PERFORM require_own(of_till);
  SELECT coalesce(json_agg(tid), '[]'), count(*), coalesce(max(number), after) INTO own, taken, through
  FROM (SELECT tid, number FROM service_request
        WHERE (till = of_till OR difference = 'unreadable') AND number > after ORDER BY number LIMIT most) page;
  IF taken < most THEN
    SELECT json_build_object('page', told ->> 'page', 'head', told ->> 'head', 'isFilled', (told ->> 'isFilled')::boolean,
      'readTo', told ->> 'readTo', 'others', (SELECT coalesce(json_agg(near.tid), '[]') FROM json_array_elements_text(told -> 'near') AS near (tid)
        WHERE NOT EXISTS (SELECT 1 FROM service_request r WHERE r.tid = near.tid AND (r.till = of_till OR r.difference = 'unreadable'))))
    INTO told_to FROM service_list WHERE told IS NOT NULL;
  END IF;
  RETURN json_build_object('own', own, 'through', through, 'list', told_to);
END $$;

-- For a till that has a settlement file of the whole merchant: which of these requests are another till's, or nobody's.
CREATE FUNCTION requests_of_others(of_till text, tids json) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own(of_till);
  RETURN (SELECT coalesce(json_agg(r.tid), '[]') FROM service_request r JOIN json_array_elements_text(tids) AS asked (tid) USING (tid)
    WHERE r.till IS DISTINCT FROM of_till AND r.difference IS DISTINCT FROM 'unreadable');
END $$;

CREATE VIEW request_difference AS
SELECT r.tid, r.difference, r.differs_since, r.read_at, r.till, coalesce(t.shop, r.till) AS shop, r.pos_id, r.pos_tid, p.number,
  r.status, r.currency, r.captured, r.refunded, p.captured_total AS told_captured, p.refunded_total AS told_refunded
FROM service_request r LEFT JOIN till t USING (till) LEFT JOIN payment p ON p.till = r.till AND p.tid = r.tid
WHERE r.difference IS NOT NULL;

-- Settlement files, matched once for all tills: their sums, and each line and booking that has no equal.
CREATE TABLE settlement (
  fingerprint text PRIMARY KEY,               -- SHA-256 of the file, hex
  name        text NOT NULL,
  matched_at  timestamptz NOT NULL DEFAULT now(),
  currency    text NOT NULL,
  from_at     timestamptz,
  to_at       timestamptz,
  lines       bigint NOT NULL,
  passed_over bigint NOT NULL,                -- lines without money
  gross       bigint NOT NULL,                -- captures − refunds
  fee         bigint NOT NULL,                -- with interchange and VAT
  net         bigint NOT NULL,
  net_in_file bigint,                         -- the sum of the file's own nets
  matched     bigint NOT NULL
);
CREATE TABLE settlement_till (
  fingerprint text NOT NULL REFERENCES settlement (fingerprint) ON DELETE CASCADE,
  till        text,                           -- null: nobody's
  lines       bigint NOT NULL,
  gross       bigint NOT NULL,
  fee         bigint NOT NULL,
  net         bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (fingerprint, till)
);
CREATE TABLE settlement_difference (
  fingerprint text NOT NULL REFERENCES settlement (fingerprint) ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('only_in_file', 'only_here', 'amount', 'fee', 'net')),
  till        text,
  tid         text,
  pos_tid     text,
  line        bigint,                         -- of the file; null: it has none
  action      text NOT NULL,
  at          timestamptz NOT NULL,
  in_file     bigint,
  booked      bigint,
  at_edge     boolean NOT NULL                -- booked within a quarter of an hour of the file's ends: it may be in another
);
CREATE INDEX settlement_difference_of_file ON settlement_difference (fingerprint);

-- Tills tell their point of sale as well.
CREATE FUNCTION tell_pos(of_till text, pos text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own(of_till);
  UPDATE till SET pos_id = pos WHERE till = of_till AND pos_id IS DISTINCT FROM pos;
END $$;

REVOKE EXECUTE ON FUNCTION put_requests(json) FROM PUBLIC;
DO $$ DECLARE called text; BEGIN
  FOREACH called IN ARRAY ARRAY['requests_of(text, bigint)', 'requests_of_others(text, json)', 'tell_pos(text, text)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', called);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO ledger_till', called);
  END LOOP;
END $$;
GRANT SELECT ON service_request, service_list, request_difference, settlement, settlement_till, settlement_difference TO ledger_reader;
