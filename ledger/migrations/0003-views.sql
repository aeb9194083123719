-- 0003-views.sql: what the chain asks. An interface: columns are added, never renamed. docs/chain.md says what each is for.
-- A till that another has replaced is left out of every figure: the other one has told the same payments.

CREATE VIEW counted_booking AS
SELECT b.till, coalesce(t.shop, b.till) AS shop, b.at, (b.at AT TIME ZONE t.time_zone - t.cut_off)::date AS day, b.period,
  b.currency, b.pos_tid, b.kind, b.amount + b.additional_amount AS gross, b.additional_amount AS tip
FROM booking b JOIN till t USING (till)
WHERE b.kind IN ('capture', 'refund') AND t.replaced_by IS NULL;

-- A capture or a refund is in the hour in which it happened, as in the Z; with additional amounts. payments: captured in it.
CREATE VIEW sales_per_hour AS
SELECT till, date_trunc('hour', at) AS hour,
  coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)::bigint AS captured,
  coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)::bigint AS refunded,
  count(DISTINCT pos_tid) FILTER (WHERE kind = 'capture' AND gross > 0) AS payments,
  coalesce(sum(tip) FILTER (WHERE kind = 'capture'), 0)::bigint AS tips,
  currency
FROM counted_booking GROUP BY till, date_trunc('hour', at), currency;

CREATE VIEW sales_per_shop_hour AS
SELECT shop, date_trunc('hour', at) AS hour,
  coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)::bigint AS captured,
  coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)::bigint AS refunded,
  count(DISTINCT pos_tid) FILTER (WHERE kind = 'capture' AND gross > 0) AS payments,
  coalesce(sum(tip) FILTER (WHERE kind = 'capture'), 0)::bigint AS tips,
  currency
FROM counted_booking GROUP BY shop, date_trunc('hour', at), currency;

-- By business days: the shop's clock, from its cut-off on.
CREATE VIEW sales_per_day AS
SELECT shop, till, day,
  coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)::bigint AS captured,
  coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)::bigint AS refunded,
  count(DISTINCT pos_tid) FILTER (WHERE kind = 'capture' AND gross > 0) AS payments,
  coalesce(sum(tip) FILTER (WHERE kind = 'capture'), 0)::bigint AS tips,
  currency
FROM counted_booking GROUP BY shop, till, day, currency;

-- Money that is reserved and not taken, that the service has yet to list, or that a person must look at.
CREATE VIEW money_at_risk AS
SELECT p.till, coalesce(t.shop, p.till) AS shop, p.pos_tid, p.number, p.currency, p.amount + p.additional_amount AS amount,
  p.reserved, p.phase,
  CASE WHEN p.phase = 'attention' THEN 'attention' WHEN p.unlisted THEN 'unlisted' ELSE 'reserved' END AS because,
  p.attention, p.created_at, p.modified_at
FROM payment p JOIN till t USING (till)
WHERE (p.reserved > 0 OR p.unlisted OR p.phase = 'attention') AND t.replaced_by IS NULL;

-- Money that came after its sale was over, and that nobody has decided about.
CREATE VIEW late_money AS
SELECT p.till, coalesce(t.shop, p.till) AS shop, p.pos_tid, p.number, p.currency, p.captured_total, p.refunded_total,
  p.reserved, p.late, p.late_since
FROM payment p JOIN till t USING (till)
WHERE p.late IS NOT NULL AND t.replaced_by IS NULL;

-- Every Z beside the sums of its bookings, and the differences from the service that somebody decided about at its close.
CREATE VIEW z_difference AS
SELECT z.till, coalesce(t.shop, z.till) AS shop, z.number, z.from_at, z.to_at, z.currency, z.captured, z.refunded, z.net,
  b.captured AS booked_captured, b.refunded AS booked_refunded, d.differences,
  z.data -> 'comparison' ->> 'state' AS comparison
FROM z_report z JOIN till t USING (till)
LEFT JOIN LATERAL (
  SELECT coalesce(sum(gross) FILTER (WHERE kind = 'capture'), 0)::bigint AS captured,
    coalesce(sum(gross) FILTER (WHERE kind = 'refund'), 0)::bigint AS refunded
  FROM counted_booking c WHERE c.till = z.till AND c.period = z.number AND c.currency = z.currency) b ON true
LEFT JOIN LATERAL (
  SELECT json_agg(decided -> 'difference') AS differences FROM json_array_elements(z.data -> 'decisions') decided
  WHERE json_typeof(decided -> 'difference') = 'object') d ON true
WHERE t.replaced_by IS NULL;

CREATE VIEW till_health AS
SELECT till, coalesce(shop, till) AS shop, last_seen, now() - last_seen AS silent_for, version, queue_depth,
  now() - queue_oldest AS queue_age, behind, error, refused_at, refused_number, refused_because, settings, last_number,
  last_booking, last_z, revoked_at, replaced_by
FROM till;

DO $$ DECLARE shown text; BEGIN
  FOREACH shown IN ARRAY ARRAY['till', 'journal_entry', 'booking', 'payment', 'z_report', 'journal_head', 'counted_booking',
      'sales_per_hour', 'sales_per_shop_hour', 'sales_per_day', 'money_at_risk', 'late_money', 'z_difference', 'till_health'] LOOP
    EXECUTE format('GRANT SELECT ON %I TO ledger_reader', shown);
  END LOOP;
END $$;
