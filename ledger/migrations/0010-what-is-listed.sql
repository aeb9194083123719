-- 0010-what-is-listed.sql: which requests the service itself has listed, and which are known by a till's word alone.

ALTER TABLE service_request ADD COLUMN listed boolean NOT NULL DEFAULT false;
UPDATE service_request r SET listed = true
WHERE difference IS DISTINCT FROM 'missing_at_service'
  AND (difference IS DISTINCT FROM 'unreadable' OR NOT EXISTS (SELECT 1 FROM payment p WHERE p.tid = r.tid));

-- Of these the service has yet to say anything; and the newest of which it has, by which its merchant is recognised.
CREATE INDEX service_request_unsaid ON service_request (tid) WHERE status IS NULL;
CREATE INDEX service_request_said ON service_request (number) WHERE status IS NOT NULL;

-- Takes in what the service says of requests: whose they are by the payment that a till told, else by their point of sale.
-- Where it says nothing, what it said before is kept. What it does not know and no till tells of differs from nothing.
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
       ORDER BY t.revoked_at IS NULL DESC, t.added_at DESC LIMIT 1)) AS till
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
      SELECT coalesce(sum(amount + additional_amount) FILTER (WHERE kind = 'capture'), 0)::bigint AS captured,
        coalesce(sum(amount + additional_amount) FILTER (WHERE kind = 'refund'), 0)::bigint AS refunded
      FROM booking WHERE till = p.till AND pos_tid = p.pos_tid AND kind IN ('capture', 'refund')) b ON true
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

-- As before, but of those that nobody can read, only what the service has listed may be anybody's: a till's word makes no
-- request another's.
CREATE OR REPLACE FUNCTION requests_of(of_till text, after bigint) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
        WHERE (till = of_till OR (difference = 'unreadable' AND listed)) AND number > after ORDER BY number LIMIT most) page;
  IF taken < most THEN
    SELECT json_build_object('page', told ->> 'page', 'head', told ->> 'head', 'isFilled', (told ->> 'isFilled')::boolean,
      'readTo', told ->> 'readTo', 'others', (SELECT coalesce(json_agg(near.tid), '[]') FROM json_array_elements_text(told -> 'near') AS near (tid)
        WHERE NOT EXISTS (SELECT 1 FROM service_request r WHERE r.tid = near.tid
          AND (r.till = of_till OR (r.difference = 'unreadable' AND r.listed)))))
    INTO told_to FROM service_list WHERE told IS NOT NULL;
  END IF;
  RETURN json_build_object('own', own, 'through', through, 'list', told_to);
END $$;

CREATE OR REPLACE FUNCTION requests_of_others(of_till text, tids json) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own(of_till);
  RETURN (SELECT coalesce(json_agg(r.tid), '[]') FROM service_request r JOIN json_array_elements_text(tids) AS asked (tid) USING (tid)
    WHERE r.till IS DISTINCT FROM of_till AND (r.difference IS DISTINCT FROM 'unreadable' OR NOT r.listed));
END $$;
