-- 0014-rule.sql: which operations nobody at the till asked for: that one was refused is told to a person.
ALTER TABLE operation ADD COLUMN by_rule INTEGER NOT NULL DEFAULT 0 CHECK (by_rule IN (0, 1));
