-- The whole state of the service. Times are milliseconds since the epoch by the sandbox's clock; amounts are
-- integers in minor units; `seq` is the order of creation, which lists follow.

CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE merchant (
  seq  INTEGER PRIMARY KEY AUTOINCREMENT,
  id   TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE integrator (
  id     TEXT PRIMARY KEY,
  pubkey TEXT NOT NULL
) STRICT;

-- Those who act for a merchant (5.2). The secret itself is never kept.
CREATE TABLE merchant_user (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  merchant_id   TEXT NOT NULL REFERENCES merchant (id),
  id            TEXT NOT NULL,
  roles         TEXT NOT NULL,                -- JSON array
  netmask       TEXT,
  secret_digest BLOB,                         -- SHA-256
  pubkey        TEXT,
  created_from  TEXT NOT NULL,                -- canonical create request, to know a repeat (4.1 rule 4)
  UNIQUE (merchant_id, id)
) STRICT;

CREATE TABLE pos (
  seq          INTEGER PRIMARY KEY AUTOINCREMENT,
  merchant_id  TEXT NOT NULL REFERENCES merchant (id),
  id           TEXT NOT NULL,
  data         TEXT NOT NULL,                 -- canonical JSON of 2.1
  created_from TEXT NOT NULL,
  UNIQUE (merchant_id, id)
) STRICT;

CREATE TABLE shortlink (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  merchant_id   TEXT NOT NULL REFERENCES merchant (id),
  id            TEXT NOT NULL UNIQUE,
  callback_uri  TEXT,
  description   TEXT,
  serial_number TEXT
) STRICT;

CREATE TABLE customer (
  seq            INTEGER PRIMARY KEY AUTOINCREMENT,
  phone          TEXT NOT NULL UNIQUE,
  name           TEXT NOT NULL,
  email          TEXT NOT NULL,
  street_address TEXT NOT NULL,
  postal_code    TEXT NOT NULL,
  locality       TEXT NOT NULL,
  country        TEXT NOT NULL,
  national_id    TEXT NOT NULL,
  note           TEXT NOT NULL,               -- what this customer is good for, shown on the phone
  balance        INTEGER NOT NULL,
  payment_limit  INTEGER NOT NULL,            -- of one payment: 5008
  day_limit      INTEGER NOT NULL,            -- of one day (UTC): 5009
  month_limit    INTEGER NOT NULL,            -- of 30 days: 5101
  credit         INTEGER NOT NULL CHECK (credit IN (0, 1))
) STRICT;

-- A scan makes a token that stands for the customer for a day (2.5).
CREATE TABLE scan (
  seq          INTEGER PRIMARY KEY AUTOINCREMENT,
  token        TEXT NOT NULL UNIQUE,
  merchant_id  TEXT NOT NULL REFERENCES merchant (id),
  shortlink_id TEXT NOT NULL,
  customer     TEXT NOT NULL REFERENCES customer (phone),
  argstring    TEXT,
  scanned_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE payment (
  seq               INTEGER PRIMARY KEY AUTOINCREMENT,
  tid               TEXT NOT NULL UNIQUE,
  merchant_id       TEXT NOT NULL REFERENCES merchant (id),
  pos_id            TEXT NOT NULL,
  pos_tid           TEXT NOT NULL,
  request           TEXT NOT NULL,            -- canonical JSON of G4
  claim             TEXT UNIQUE,              -- what the claim link ends in (G5)
  customer          TEXT REFERENCES customer (phone),
  action            TEXT NOT NULL CHECK (action IN ('AUTH', 'SALE')),
  currency          TEXT NOT NULL,
  amount            INTEGER NOT NULL CHECK (amount > 0),
  additional_amount INTEGER NOT NULL CHECK (additional_amount >= 0),
  additional_edit   INTEGER NOT NULL CHECK (additional_edit IN (0, 1)),
  status            TEXT NOT NULL CHECK (status IN ('pending', 'auth', 'ok', 'fail')),
  status_code       INTEGER NOT NULL,
  credit            INTEGER NOT NULL DEFAULT 0 CHECK (credit IN (0, 1)),
  created_at        INTEGER NOT NULL,
  accepted_at       INTEGER,
  modified_at       INTEGER NOT NULL,
  expires_at        INTEGER,                  -- of the current status; null when it is final
  UNIQUE (merchant_id, pos_id, pos_tid)
) STRICT;
CREATE INDEX payment_by_customer ON payment (customer, status);

-- Captures and refunds alike. A null id is one in a single step (G12); the index lets it happen once.
CREATE TABLE movement (
  seq               INTEGER PRIMARY KEY AUTOINCREMENT,
  tid               TEXT NOT NULL REFERENCES payment (tid),
  kind              TEXT NOT NULL CHECK (kind IN ('capture', 'refund')),
  id                TEXT,
  amount            INTEGER NOT NULL CHECK (amount >= 0),
  additional_amount INTEGER NOT NULL CHECK (additional_amount >= 0),
  text              TEXT
) STRICT;
CREATE UNIQUE INDEX movement_once ON movement (tid, kind, coalesce(id, ''));

CREATE TABLE permission (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  rid         TEXT NOT NULL UNIQUE,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  pos_id      TEXT NOT NULL,
  pos_tid     TEXT NOT NULL,
  payment_tid TEXT UNIQUE REFERENCES payment (tid), -- when combined with a payment (2.3)
  customer    TEXT REFERENCES customer (phone),
  scope       TEXT NOT NULL,
  text        TEXT,
  request     TEXT NOT NULL,
  callback_uri TEXT,
  status      TEXT NOT NULL CHECK (status IN ('pending', 'ok', 'fail')),
  granted     INTEGER NOT NULL DEFAULT 0 CHECK (granted IN (0, 1)),
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX permission_once ON permission (merchant_id, pos_id, pos_tid) WHERE payment_tid IS NULL;

CREATE TABLE access_token (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  token         TEXT NOT NULL UNIQUE,
  refresh_token TEXT NOT NULL,
  id_token      TEXT,
  rid           TEXT NOT NULL REFERENCES permission (rid),
  merchant_id   TEXT NOT NULL REFERENCES merchant (id),
  customer      TEXT NOT NULL REFERENCES customer (phone),
  scope         TEXT NOT NULL,
  issued_at     INTEGER NOT NULL,
  expires_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX access_token_by_refresh ON access_token (refresh_token);

CREATE TABLE attachment_uri (
  token      TEXT PRIMARY KEY,
  tid        TEXT NOT NULL REFERENCES payment (tid),
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE attachment (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  tid         TEXT NOT NULL REFERENCES payment (tid),
  filename    TEXT NOT NULL,
  media_type  TEXT NOT NULL,
  content     BLOB NOT NULL,
  uploaded_at INTEGER NOT NULL
) STRICT;

-- What the service owes its callback receivers. The body is the same at every attempt.
CREATE TABLE callback (
  seqno       INTEGER PRIMARY KEY AUTOINCREMENT,
  id          TEXT NOT NULL UNIQUE,
  merchant_id TEXT NOT NULL,
  event       TEXT NOT NULL,
  target      TEXT NOT NULL,                  -- the callback_uri as registered
  body        TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up', 'dropped')),
  attempts    INTEGER NOT NULL DEFAULT 0,
  last_status INTEGER,                        -- of the last answer; null: none came
  due_at      INTEGER NOT NULL
) STRICT;

-- Codes that tills say they show right now, so that a person can pick one instead of filming it.
CREATE TABLE shown_code (
  link     TEXT PRIMARY KEY,
  label    TEXT NOT NULL,
  shown_at INTEGER NOT NULL
) STRICT;
