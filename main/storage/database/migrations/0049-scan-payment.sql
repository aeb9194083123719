-- Whom a scan's payment asks, so that a repeated scan is answered as its first one.
ALTER TABLE seen_scan ADD COLUMN pos_tid TEXT;
