-- 0009-missing-at-service.sql: a payment that a till has told of, and that the service does not know.

ALTER TABLE service_request DROP CONSTRAINT service_request_difference_check;
ALTER TABLE service_request ADD CONSTRAINT service_request_difference_check
  CHECK (difference IN ('nobodys', 'missing_here', 'missing_at_service', 'amounts', 'unreadable'));

-- Takes in what the service says of requests: whose they are by the payment that a till told, else by their point of sale.
CREATE OR REPLACE FUNCTION put_requests(requests json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH said AS (
    SELECT s.*, coalesce(
      (SELECT p.till FROM payment p JOIN till t USING (till) WHERE p.tid = s.tid AND t.replaced_by IS NULL
       ORDER BY coalesce(t.pos_id, t.till) = s.pos_id DESC LIMIT 1),
      (SELECT t.till FROM till t WHERE coalesce(t.pos_id, t.till) = s.pos_id AND t.replaced_by IS NULL
       ORDER BY t.revoked_at IS NULL DESC, t.added_at DESC LIMIT 1)) AS till
    FROM json_to_recordset(requests) AS s (tid text, pos_id text, pos_tid text, status text, currency text, captured bigint,
      refunded bigint, unknown boolean)
  ), compared AS (
    SELECT s.*, CASE
      WHEN s.unknown AND p.pos_tid IS NOT NULL THEN 'missing_at_service'
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

-- As before; what the service does not know is in the currency of the payment that was told.
CREATE OR REPLACE VIEW request_difference AS
SELECT r.tid, r.difference, r.differs_since, r.read_at, r.till, coalesce(t.shop, r.till) AS shop, r.pos_id,
  coalesce(r.pos_tid, p.pos_tid) AS pos_tid, p.number, r.status, coalesce(r.currency, p.currency) AS currency, r.captured,
  r.refunded, p.captured_total AS told_captured, p.refunded_total AS told_refunded
FROM service_request r LEFT JOIN till t USING (till) LEFT JOIN payment p ON p.till = r.till AND p.tid = r.tid
WHERE r.difference IS NOT NULL;
