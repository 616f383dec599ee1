-- Views of orders and of the history. Those of pets stay in saved_view, the only table that the version before reads and
-- writes: docs/decisions/0096-views-of-pages.md.
CREATE TYPE "view_page" AS ENUM ('pets', 'orders', 'history');

ALTER TABLE "saved_view" ADD COLUMN "page" "view_page" NOT NULL DEFAULT 'pets';

CREATE TABLE "list_view" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "page" "view_page" NOT NULL,
    "name" TEXT NOT NULL,
    "query" JSONB NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_view_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "list_view_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "list_view_page_is_another" CHECK ("page" <> 'pets'),
    CONSTRAINT "list_view_name_length" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "list_view_name_has_no_control_character" CHECK ("name" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "list_view_name_is_trimmed" CHECK (
        "name" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "name" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ),
    CONSTRAINT "list_view_name_is_a_path_segment" CHECK ("name" NOT IN ('.', '..')),
    CONSTRAINT "list_view_query_is_an_object" CHECK (jsonb_typeof("query") = 'object'),
    CONSTRAINT "list_view_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

ALTER SEQUENCE "list_view_id_seq" MAXVALUE 9007199254740991;

CREATE UNIQUE INDEX "list_view_account_id_page_name_key" ON "list_view"("account_id", "page", lower("name"));

CREATE INDEX "list_view_shared_idx" ON "list_view"("page", lower("name"), "id") WHERE "shared";
