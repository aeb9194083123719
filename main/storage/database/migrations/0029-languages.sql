-- 0029-languages.sql: the words of a request may be in any language that customers read (contract/customer-language.ts).
ALTER TABLE payment ADD COLUMN request_language TEXT CHECK (length(request_language) = 2); -- null: there is no request, or it has no words
UPDATE payment SET request_language = words_in WHERE words_in IS NOT NULL;
ALTER TABLE payment DROP COLUMN words_in;
ALTER TABLE payment RENAME COLUMN request_language TO words_in;
