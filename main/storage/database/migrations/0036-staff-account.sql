-- 0036-staff-account.sql: whose phone may approve in place of a PIN. Of the account at the service only a digest is kept,
-- under the vault's pepper.
CREATE TABLE staff_account (
  person    TEXT PRIMARY KEY REFERENCES staff (id),
  digest    BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
  linked_at INTEGER NOT NULL                    -- ms since the epoch
) STRICT;
-- Who may not sign in any more approves nothing either, also when they may again: the owner links them anew.
CREATE TRIGGER staff_account_gone AFTER UPDATE OF active ON staff WHEN NEW.active = 0
BEGIN
  UPDATE staff_account SET digest = randomblob(32) WHERE person = NEW.id;
  DELETE FROM staff_account WHERE person = NEW.id;
END;
ALTER TABLE permission ADD COLUMN nonce TEXT;    -- asked of a person who works here: what their id_token says again
