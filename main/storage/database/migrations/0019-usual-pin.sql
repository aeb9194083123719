-- 0019-usual-pin.sql: whose PIN has the usual number of digits. Where everybody's has, a screen ends a PIN at its last digit.
ALTER TABLE staff ADD COLUMN usual_pin INTEGER NOT NULL DEFAULT 0 CHECK (usual_pin IN (0, 1));
