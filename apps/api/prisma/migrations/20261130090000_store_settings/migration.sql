-- What the store is, besides its words for the statuses: docs/decisions/0161-the-store.md. The rules are those of the contract, except
-- that PostgreSQL does not know which time zones and currencies there are.
ALTER TABLE "store"
    ADD COLUMN "name" TEXT,
    ADD COLUMN "address" TEXT,
    ADD COLUMN "time_zone" TEXT,
    ADD COLUMN "currency" TEXT,
    ADD COLUMN "contract_text" TEXT,
    ADD CONSTRAINT "store_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
    ADD CONSTRAINT "store_name_has_no_control_character" CHECK ("name" !~ '[\u0001-\u001F\u007F-\u009F]'),
    ADD CONSTRAINT "store_name_is_trimmed" CHECK (
        "name" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "name" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ),
    ADD CONSTRAINT "store_address_length" CHECK (char_length("address") BETWEEN 1 AND 500),
    ADD CONSTRAINT "store_address_has_no_control_character" CHECK ("address" !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]'),
    ADD CONSTRAINT "store_time_zone_form" CHECK ("time_zone" ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'),
    ADD CONSTRAINT "store_currency_form" CHECK ("currency" ~ '^[A-Z]{3}$'),
    ADD CONSTRAINT "store_contract_text_length" CHECK (char_length("contract_text") BETWEEN 1 AND 10000),
    ADD CONSTRAINT "store_contract_text_has_no_control_character" CHECK ("contract_text" !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]');
