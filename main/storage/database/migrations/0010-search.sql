-- 0010-search.sql: a payment is found without reading the others, in whichever way it is looked for, newest first.

-- Every way of searching can be narrowed to phases: each of them is one walk down an index, already in order.
DROP INDEX payment_by_amount;
CREATE INDEX payment_by_amount ON payment (amount, phase, sequence);
CREATE INDEX payment_by_captured ON payment (captured_total, phase, sequence) WHERE captured_total > 0 AND captured_total <> amount;
CREATE INDEX payment_by_customer ON payment (customer, sequence) WHERE customer <> '•••';
-- With the sequence: which numbers a stretch of time has is read from the index alone.
DROP INDEX payment_by_time;
CREATE INDEX payment_by_time ON payment (created_at, sequence);

-- The words of what a payment is for. The row's id is the payment's sequence; a text never changes, and no payment goes.
CREATE VIRTUAL TABLE payment_text USING fts5 (
  text, content = '', columnsize = 0, detail = none, prefix = '2 3 4', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO payment_text (rowid, text) SELECT sequence, text FROM payment WHERE text IS NOT NULL ORDER BY sequence;
CREATE TRIGGER payment_text_follows AFTER INSERT ON payment WHEN NEW.text IS NOT NULL
BEGIN INSERT INTO payment_text (rowid, text) VALUES (NEW.sequence, NEW.text); END;
