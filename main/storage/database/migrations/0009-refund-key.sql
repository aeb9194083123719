-- 0009-refund-key.sql: the key that refunds are signed with on a till that signs in with a secret. The key itself is in
-- the vault, sealed a second time under a wrapping key; here is what it is known by, and that wrapping key once for each
-- person who may unlock it, under a key made of their PIN and the vault's pepper.
CREATE TABLE refund_key (
  one        INTEGER PRIMARY KEY CHECK (one = 1),
  id         TEXT NOT NULL UNIQUE,               -- the vault's key has the same one, or this row is about another key
  public_key TEXT NOT NULL,                      -- SPKI, PEM
  made_at    INTEGER NOT NULL,
  made_by    TEXT
) STRICT;

CREATE TABLE refund_key_wrap (
  person  TEXT PRIMARY KEY REFERENCES staff (id),
  key_id  TEXT NOT NULL REFERENCES refund_key (id) ON DELETE CASCADE,
  salt    BLOB NOT NULL,
  wrapped TEXT NOT NULL                          -- JSON: nonce, tag and sealed bytes, Base64
) STRICT;

-- A PIN that changes takes what it opened with it, whoever changes it and why: only a change that knows both PINs puts it
-- back. Somebody who left, or may not refund any more, unlocks nothing.
CREATE TRIGGER refund_key_follows_pin AFTER UPDATE OF pin_hash, role, active ON staff
WHEN NEW.pin_hash <> OLD.pin_hash OR NEW.role = 'cashier' OR NEW.active = 0
BEGIN
  -- What a deleted row said stays in the file until its page is used again.
  UPDATE refund_key_wrap SET wrapped = '', salt = zeroblob(length(salt)) WHERE person = NEW.id;
  DELETE FROM refund_key_wrap WHERE person = NEW.id;
END;
