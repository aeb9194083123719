-- 0040-fingerprints.sql: a fingerprint is from now on that of the bytes as they are stored. What was kept of requests that
-- are over was that of bytes which named a customer: who they were could be found out by trying numbers.
UPDATE operation SET fingerprint = x'' WHERE settled_at IS NOT NULL AND kind IN ('create','permission');
