-- 0041-terms.sql: where a customer who is asked for data reads on what terms (`legal_terms_url`, 4.1). Null: nowhere.
ALTER TABLE permission ADD COLUMN terms_url TEXT;
