-- Applications that use the standard flow (section 1), and what customers have let them do. Secrets, codes and tokens
-- are kept as SHA-256 alone.
CREATE TABLE application (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id     TEXT NOT NULL UNIQUE,
  merchant_id   TEXT NOT NULL REFERENCES merchant (id),
  name          TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,                -- JSON array
  secret_digest BLOB NOT NULL,
  created_at    INTEGER NOT NULL
) STRICT;

-- One authorization request, from the browser's coming to the last token of it.
CREATE TABLE authorization (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  id              TEXT NOT NULL UNIQUE,
  client_id       TEXT NOT NULL REFERENCES application (client_id) ON DELETE CASCADE,
  redirect_uri    TEXT NOT NULL,              -- as the request named it, with its port
  scope           TEXT NOT NULL,
  state           TEXT,
  nonce           TEXT,
  code_challenge  TEXT NOT NULL,
  expires_at      INTEGER NOT NULL,           -- of the question; later of the code
  status          TEXT NOT NULL CHECK (status IN ('asked', 'declined', 'granted', 'exchanged', 'revoked')),
  customer        TEXT REFERENCES customer (phone),
  granted_scope   TEXT,
  code_digest     BLOB UNIQUE
) STRICT;

CREATE TABLE application_token (
  seq              INTEGER PRIMARY KEY AUTOINCREMENT,
  authorization_id TEXT NOT NULL REFERENCES authorization (id) ON DELETE CASCADE,
  access_digest    BLOB NOT NULL UNIQUE,
  refresh_digest   BLOB NOT NULL UNIQUE,
  refreshed        INTEGER NOT NULL DEFAULT 0 CHECK (refreshed IN (0, 1)),
  scope            TEXT NOT NULL,
  expires_at       INTEGER NOT NULL           -- of the access token
) STRICT;
