-- By hand: what Prisma cannot say (CHECKs, the computed column, indexes over expressions, sequences' bounds).

-- Trusted: the owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('placed', 'approved', 'delivered', 'cancelled');

-- CreateTable
CREATE TABLE "store_order" (
    "id" BIGSERIAL NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'placed',
    -- The animal of an open order: one order at most holds an animal, and the animal stays while one does.
    "held_pet_id" BIGINT GENERATED ALWAYS AS (CASE WHEN "status" IN ('placed', 'approved') THEN "pet_id" END) STORED,
    "reference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "store_order_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "store_order_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "store_order_pet_id_is_safe_integer" CHECK ("pet_id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "store_order_reference_length" CHECK (char_length("reference") BETWEEN 1 AND 200),
    CONSTRAINT "store_order_reference_has_no_control_character" CHECK ("reference" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "store_order_reference_is_trimmed" CHECK (
        "reference" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "reference" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    )
);

ALTER SEQUENCE "store_order_id_seq" MAXVALUE 9007199254740991;

-- CreateTable
CREATE TABLE "stored_outcome" (
    "api_key_id" BIGINT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" SMALLINT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_outcome_pkey" PRIMARY KEY ("api_key_id","idempotency_key"),
    CONSTRAINT "stored_outcome_idempotency_key_length" CHECK (char_length("idempotency_key") BETWEEN 1 AND 255),
    CONSTRAINT "stored_outcome_fingerprint_length" CHECK (octet_length("fingerprint") = 32),
    -- Never a failure of the service.
    CONSTRAINT "stored_outcome_status_is_success_or_client_error" CHECK ("status" BETWEEN 200 AND 299 OR "status" BETWEEN 400 AND 499)
);

-- CreateIndex
CREATE UNIQUE INDEX "store_order_held_pet_id_key" ON "store_order"("held_pet_id");

-- CreateIndex
CREATE INDEX "store_order_status_id_idx" ON "store_order"("status", "id");

-- CreateIndex
CREATE INDEX "store_order_pet_id_id_idx" ON "store_order"("pet_id", "id");

-- CreateIndex
CREATE INDEX "stored_outcome_expires_at_idx" ON "stored_outcome"("expires_at");

-- CreateIndex
CREATE INDEX "pet_category_id_status_id_idx" ON "pet"("category_id", "status", "id");

-- What sort=name walks along, and what name=... searches in.
CREATE INDEX "pet_lower_name_id_idx" ON "pet"(lower("name"), "id");

CREATE INDEX "pet_name_trgm_idx" ON "pet" USING gin ("name" gin_trgm_ops);

-- The order in which categories are listed: those without a name last.
CREATE INDEX "category_listing_idx" ON "category"(("name" IS NULL), coalesce(lower("name"), ''), "id");

-- AddForeignKey
ALTER TABLE "store_order" ADD CONSTRAINT "store_order_held_pet_id_fkey" FOREIGN KEY ("held_pet_id") REFERENCES "pet"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "stored_outcome" ADD CONSTRAINT "stored_outcome_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
