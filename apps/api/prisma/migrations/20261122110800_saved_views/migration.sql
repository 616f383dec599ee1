-- Names follow the rules of pets' names, but are shorter. Clients cannot address `.` and `..` in a path.
CREATE TABLE "saved_view" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "query" JSONB NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_view_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "saved_view_name_length" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "saved_view_name_has_no_control_character" CHECK ("name" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "saved_view_name_is_trimmed" CHECK (
        "name" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "name" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ),
    CONSTRAINT "saved_view_name_is_a_path_segment" CHECK ("name" NOT IN ('.', '..')),
    CONSTRAINT "saved_view_query_is_an_object" CHECK (jsonb_typeof("query") = 'object')
);

ALTER SEQUENCE "saved_view_id_seq" MAXVALUE 9007199254740991;

CREATE UNIQUE INDEX "saved_view_account_id_name_key" ON "saved_view"("account_id", lower("name"));

CREATE INDEX "saved_view_shared_idx" ON "saved_view"(lower("name"), "id") WHERE "shared";

ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
