-- 0008-reservations.sql: what the till's own rule has done to a reservation, so that it does it once.
CREATE TABLE rule_firing (
  pos_tid    TEXT NOT NULL REFERENCES payment (pos_tid),
  step       TEXT NOT NULL CHECK (step IN ('reauthorise','capture','release')),
  expires_at INTEGER NOT NULL,                   -- of the authorisation that it was about: a renewed one is another
  fired_at   INTEGER NOT NULL,
  PRIMARY KEY (pos_tid, step, expires_at)
) STRICT;
