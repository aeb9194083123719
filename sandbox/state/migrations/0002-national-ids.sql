-- National ids with valid check digits in place of the first ones, which had none.
UPDATE customer SET national_id = '01857111253' WHERE national_id = '01857112345';
UPDATE customer SET national_id = '12918412369' WHERE national_id = '12918423456';
UPDATE customer SET national_id = '23879013461' WHERE national_id = '23879034567';
UPDATE customer SET national_id = '05900160188' WHERE national_id = '05900145678';
UPDATE customer SET national_id = '17887615659' WHERE national_id = '17887656789';
UPDATE customer SET national_id = '28857916869' WHERE national_id = '28857967890';
