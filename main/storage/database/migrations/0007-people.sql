-- 0007-people.sql: named staff. Somebody who left stays in the table: what they did is theirs.
ALTER TABLE staff ADD COLUMN active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1));
CREATE UNIQUE INDEX staff_by_name ON staff (lower(name)) WHERE active = 1;

-- Wrong PINs in a row, of each person and of tries that name nobody (''): whoever knows one PIN resets no other's count.
CREATE TABLE pin_try (
  subject      TEXT PRIMARY KEY,
  failures     INTEGER NOT NULL,
  wait_left_ms INTEGER NOT NULL,                 -- of the lock-out, when it was last written down
  written_at   INTEGER NOT NULL
) STRICT;
INSERT INTO pin_try (subject, failures, wait_left_ms, written_at)
SELECT '', failures, wait_left_ms, written_at FROM pin_guard;
DROP TABLE pin_guard;
