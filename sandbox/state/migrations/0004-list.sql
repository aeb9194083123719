-- A merchant's list of payment requests is read a page at a time, in their order: without this each page sorted them all.
CREATE INDEX payment_by_merchant ON payment (merchant_id);
