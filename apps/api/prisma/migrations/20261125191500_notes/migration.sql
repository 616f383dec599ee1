-- The constraints are the rules of the contract. A version before deletes pets without their notes: so they cascade.
CREATE TABLE "note" (
    "id" BIGSERIAL NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "is_warning" BOOLEAN NOT NULL DEFAULT false,
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "author" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "note_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "note_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "note_text_length" CHECK (char_length("text") BETWEEN 1 AND 5000),
    CONSTRAINT "note_text_has_no_control_character" CHECK ("text" !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]'),
    CONSTRAINT "note_author_is_an_actor" CHECK (
        jsonb_typeof("author") = 'object' AND "author" ?& ARRAY['kind', 'id', 'name']
    )
);

ALTER SEQUENCE "note_id_seq" MAXVALUE 9007199254740991;

CREATE INDEX "note_pet_id_is_pinned_id_idx" ON "note"("pet_id", "is_pinned", "id");

CREATE INDEX "note_pet_id_is_warning_id_idx" ON "note"("pet_id", "is_warning", "id");

CREATE INDEX "note_is_warning_id_idx" ON "note"("is_warning", "id");

ALTER TABLE "note" ADD CONSTRAINT "note_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pet"("id") ON DELETE CASCADE ON UPDATE RESTRICT;
