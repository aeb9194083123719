-- 0050-ended-with-captures.sql: earlier versions marked each failure as an end without money, also one with captures.
UPDATE payment SET ended_seen = 0
WHERE ended_seen = 1
  AND CASE WHEN json_valid(outcome) THEN outcome ->> '$.status' = 'fail' AND json_array_length(outcome, '$.captures') > 0 END;
