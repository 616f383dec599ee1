-- Written by hand from schema.prisma, for what Prisma cannot say: every rule of the contract that a row must
-- keep is also a constraint here, so that no other writer, and no defect of ours, can store what the API
-- would then have to serve. 9007199254740991 is Number.MAX_SAFE_INTEGER: ids are JSON numbers.

CREATE TYPE "pet_status" AS ENUM ('available', 'pending', 'sold');

CREATE TYPE "api_key_scope" AS ENUM ('read', 'write', 'admin');

-- A name has no control character (Unicode Cc; PostgreSQL stores no U+0000 anyway), and at neither end white
-- space as String.prototype.trim knows it.
CREATE TABLE "category" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "category_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "category_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
    CONSTRAINT "category_name_has_no_control_character" CHECK ("name" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "category_name_is_trimmed" CHECK (
        "name" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "name" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    )
);

ALTER SEQUENCE "category_id_seq" MAXVALUE 9007199254740991;

CREATE TABLE "pet" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "category_id" BIGINT NOT NULL,
    "status" "pet_status" NOT NULL DEFAULT 'available',

    CONSTRAINT "pet_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "pet_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "pet_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
    CONSTRAINT "pet_name_has_no_control_character" CHECK ("name" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "pet_name_is_trimmed" CHECK (
        "name" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "name" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    )
);

ALTER SEQUENCE "pet_id_seq" MAXVALUE 9007199254740991;

CREATE TABLE "api_key" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "scope" "api_key_scope" NOT NULL,
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_key_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "api_key_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
    CONSTRAINT "api_key_hash_length" CHECK (octet_length("hash") = 32),
    CONSTRAINT "api_key_last_four_length" CHECK (char_length("last_four") = 4)
);

ALTER SEQUENCE "api_key_id_seq" MAXVALUE 9007199254740991;

CREATE TABLE "service_secret" (
    "name" TEXT NOT NULL,
    "value" BYTEA NOT NULL,

    CONSTRAINT "service_secret_pkey" PRIMARY KEY ("name")
);

CREATE INDEX "pet_status_id_idx" ON "pet"("status", "id");

CREATE INDEX "pet_category_id_id_idx" ON "pet"("category_id", "id");

CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

CREATE UNIQUE INDEX "category_name_key" ON "category"(lower("name"));

ALTER TABLE "pet" ADD CONSTRAINT "pet_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
