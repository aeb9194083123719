-- 0038-addresses.sql: addresses that a program gives a payment for its customer's phone (G4).
ALTER TABLE payment ADD COLUMN addresses TEXT;   -- JSON, by the wire's names; null: none
