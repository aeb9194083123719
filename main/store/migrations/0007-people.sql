-- 0007-people.sql: named staff. Somebody who left stays in the table: what they did is theirs.
ALTER TABLE staff ADD COLUMN active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1));
CREATE UNIQUE INDEX staff_by_name ON staff (lower(name)) WHERE active = 1;
