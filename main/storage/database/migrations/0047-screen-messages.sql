-- 0047-screen-messages.sql: what registers had shown on the customer's screen. What it said is not kept: it is for those who
-- stood there.
CREATE TABLE screen_message (
  id       TEXT PRIMARY KEY,
  register TEXT NOT NULL,                     -- its name
  state    TEXT NOT NULL CHECK (state IN ('live','answered','replaced','expired','withdrawn')),
  answer   TEXT CHECK (answer IN ('yes','no')),
  asked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX screen_message_by_age ON screen_message (asked_at);
