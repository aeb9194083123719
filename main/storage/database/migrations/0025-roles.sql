-- 0025-roles.sql: roles of the shop's own. A person who has one is a manager in `role`, since their PIN has six digits,
-- and the id of their role stands beside it. What a role may do is in the setting `roles`.
ALTER TABLE staff ADD COLUMN own_role TEXT;
