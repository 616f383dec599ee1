-- The rules of the contract for texts that had only a length (docs/decisions/0124-checks-of-texts.md).
ALTER TABLE "api_key"
    ADD CONSTRAINT "api_key_name_has_no_control_character" CHECK ("name" !~ '[\u0001-\u001F\u007F-\u009F]') NOT VALID,
    ADD CONSTRAINT "api_key_name_is_trimmed" CHECK (
        "name" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "name" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ) NOT VALID;

ALTER TABLE "webhook_endpoint"
    ADD CONSTRAINT "webhook_endpoint_description_has_no_control_character" CHECK ("description" !~ '[\u0001-\u001F\u007F-\u009F]') NOT VALID,
    ADD CONSTRAINT "webhook_endpoint_description_is_trimmed" CHECK (
        "description" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "description" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ) NOT VALID;

ALTER TABLE "photo"
    ADD CONSTRAINT "photo_alt_is_trimmed" CHECK (
        "alt" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "alt" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ) NOT VALID;

ALTER TABLE "customer"
    ADD CONSTRAINT "customer_name_has_no_control_character" CHECK ("name" !~ '[\u0001-\u001F\u007F-\u009F]') NOT VALID,
    ADD CONSTRAINT "customer_name_is_trimmed" CHECK (
        "name" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "name" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ) NOT VALID,
    ADD CONSTRAINT "customer_address_has_no_control_character" CHECK ("address" !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]') NOT VALID;

ALTER TABLE "store_order"
    ADD CONSTRAINT "store_order_note_has_no_control_character" CHECK ("note" !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]') NOT VALID;
