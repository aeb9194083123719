-- 0012-manager.sql: what the reservation rule goes by, what was compared before a close, and the Xs that were taken.

-- When a reservation was first seen, by the service's clock: the till's may be wrong, and be set right meanwhile.
CREATE TABLE reservation_since (
  pos_tid TEXT PRIMARY KEY REFERENCES payment (pos_tid),
  since   INTEGER NOT NULL                       -- ms since the epoch
) STRICT, WITHOUT ROWID;

-- What a comparison has found of each payment, and up to which booking of it: only what was booked since is asked again.
CREATE TABLE reconciliation_result (
  reconciliation TEXT NOT NULL REFERENCES reconciliation (id),
  pos_tid        TEXT NOT NULL REFERENCES payment (pos_tid),
  through        INTEGER NOT NULL,
  result         TEXT NOT NULL CHECK (result IN ('equal','updated','different')),
  PRIMARY KEY (reconciliation, pos_tid)
) STRICT, WITHOUT ROWID;

-- Xs that somebody took, as they were: each is an event of the cash register.
CREATE TABLE x_report (
  number  INTEGER PRIMARY KEY,                   -- 1, 2, 3 … over all periods
  at      INTEGER NOT NULL,
  through INTEGER NOT NULL,                      -- the last booking in it
  content TEXT NOT NULL                          -- JSON
) STRICT;
