-- 0028-words.sql: the two words that the customer's app shows stay in the language in which the request was made.
ALTER TABLE payment ADD COLUMN words_in TEXT CHECK (words_in IN ('en', 'nb')); -- null: there is no request, or it has none
