-- 0002-rights.sql: what a till may do: insert its own rows, read its own last numbers, and tell how it is.

-- The till whose role this is. Of the session, not of the function that asks: nobody takes on another's.
CREATE FUNCTION own_till() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT till FROM till WHERE role = session_user AND revoked_at IS NULL $$;

-- For the functions below, which run with the owner's rights: who is not the owner speaks for their own till alone.
CREATE FUNCTION require_own(asked text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF asked IS DISTINCT FROM own_till() AND NOT pg_has_role(session_user, current_user, 'USAGE') THEN
    RAISE EXCEPTION 'this role is not the till %', asked USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM till WHERE till = asked) THEN
    RAISE EXCEPTION 'there is no till %', asked USING ERRCODE = 'foreign_key_violation';
  END IF;
END $$;

DO $$ DECLARE added text; BEGIN
  FOREACH added IN ARRAY ARRAY['journal_entry', 'booking', 'z_report'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', added);
    EXECUTE format('GRANT INSERT ON %I TO ledger_till', added);
    EXECUTE format('CREATE POLICY own_rows ON %I FOR INSERT TO ledger_till WITH CHECK (till = (SELECT own_till()))', added);
    EXECUTE format('CREATE POLICY readers ON %I FOR SELECT TO ledger_reader USING (true)', added);
  END LOOP;
END $$;

ALTER TABLE till ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_row ON till FOR SELECT TO ledger_till USING (till = (SELECT own_till()));
CREATE POLICY readers ON till FOR SELECT TO ledger_reader USING (true);
GRANT SELECT (till, last_number, last_hash, last_booking, last_z) ON till TO ledger_till;

-- No till reads a payment, its own neither: where it is newer, its state is put in place by this.
CREATE FUNCTION put_payments(of_till text, states jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own(of_till);
  INSERT INTO payment (till, pos_tid, number, action, amount, additional_amount, currency, phase, captured_total,
    captured_additional, refunded_total, reserved, unlisted, attention, late, late_since, tid, reference, taken_by,
    created_at, modified_at, change)
  SELECT of_till, pos_tid, number, action, amount, additional_amount, currency, phase, captured_total,
    captured_additional, refunded_total, reserved, unlisted, attention, late, late_since, tid, reference, taken_by,
    created_at, modified_at, change
  FROM jsonb_to_recordset(states) AS s (pos_tid text, number text, action text, amount bigint, additional_amount bigint,
    currency text, phase text, captured_total bigint, captured_additional bigint, refunded_total bigint, reserved bigint,
    unlisted boolean, attention text, late text, late_since timestamptz, tid text, reference text, taken_by text,
    created_at timestamptz, modified_at timestamptz, change bigint)
  ON CONFLICT (till, pos_tid, created_at) DO UPDATE SET
    amount = excluded.amount, additional_amount = excluded.additional_amount, phase = excluded.phase,
    captured_total = excluded.captured_total, captured_additional = excluded.captured_additional,
    refunded_total = excluded.refunded_total, reserved = excluded.reserved, unlisted = excluded.unlisted,
    attention = excluded.attention, late = excluded.late, late_since = excluded.late_since, tid = excluded.tid,
    reference = excluded.reference, taken_by = excluded.taken_by, modified_at = excluded.modified_at,
    change = excluded.change
  WHERE payment.change < excluded.change;
END $$;

-- How the till is, now; and the end of its journal, signed. The key that it signs with is pinned at the first time.
CREATE FUNCTION tell_state(of_till text, state jsonb, head jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  pinned text;
BEGIN
  PERFORM require_own(of_till);
  UPDATE till SET last_seen = now(), version = state ->> 'version', time_zone = state ->> 'timeZone',
    cut_off = (state ->> 'cutOff')::interval, queue_depth = (state ->> 'queueDepth')::integer,
    queue_oldest = (state ->> 'queueOldest')::timestamptz, behind = (state ->> 'behind')::bigint,
    error = state ->> 'error', settings = state ->> 'settings', shop = coalesce(shop, state ->> 'shop'),
    head_key = coalesce(head_key, state ->> 'key')
  WHERE till = of_till RETURNING head_key INTO STRICT pinned;
  IF pinned <> state ->> 'key' THEN
    RAISE EXCEPTION 'till % signs with another key than before', of_till USING ERRCODE = 'LG001';
  END IF;
  IF head IS NOT NULL THEN
    INSERT INTO journal_head (till, number, at, hash, key, signature)
    VALUES (of_till, (head ->> 'number')::bigint, (head ->> 'at')::timestamptz, decode(head ->> 'hash', 'hex'), pinned,
      decode(head ->> 'signature', 'hex'))
    ON CONFLICT DO NOTHING;
  END IF;
END $$;

-- Writes down that what answers to this till's name is another till, or an older state of it. Only head office takes that back.
CREATE FUNCTION refuse_till(of_till text, at_number bigint, because text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own(of_till);
  UPDATE till SET last_seen = now(), refused_at = coalesce(refused_at, now()),
    refused_number = coalesce(refused_number, at_number), refused_because = coalesce(refused_because, because)
  WHERE till = of_till;
END $$;

DO $$ DECLARE called text; BEGIN
  FOREACH called IN ARRAY ARRAY['own_till()', 'make_month(date)', 'put_payments(text, jsonb)',
      'tell_state(text, jsonb, jsonb)', 'refuse_till(text, bigint, text)', 'require_own(text)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', called);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO ledger_till', called);
  END LOOP;
END $$;
