-- 0013-lines.sql: what was sold, line by line, where the till was told.

-- JSON, [{"name", "quantity", "unitAmount"}], amounts in minor units; null: the payment is one amount.
ALTER TABLE payment ADD COLUMN lines TEXT CHECK (lines IS NULL OR json_valid(lines));
