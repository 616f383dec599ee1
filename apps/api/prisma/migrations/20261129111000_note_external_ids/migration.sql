-- The identifier of a note in another system (docs/decisions/0138-what-integrators-test-with.md). The constraints are the
-- rules of the contract.
ALTER TABLE "note" ADD COLUMN "external_id" TEXT;

ALTER TABLE "note"
    ADD CONSTRAINT "note_external_id_length" CHECK (char_length("external_id") BETWEEN 1 AND 100) NOT VALID,
    ADD CONSTRAINT "note_external_id_has_no_control_character" CHECK ("external_id" !~ '[\u0001-\u001F\u007F-\u009F]') NOT VALID,
    ADD CONSTRAINT "note_external_id_is_trimmed" CHECK (
        "external_id" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "external_id" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ) NOT VALID;
