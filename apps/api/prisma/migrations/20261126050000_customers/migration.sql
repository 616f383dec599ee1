-- The people who order (docs/decisions/0091-customers.md). The constraints are the rules of the contract.
CREATE TABLE "customer" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "address" TEXT,
    "found_by" TEXT NOT NULL GENERATED ALWAYS AS (
        "name" || E'\n' || coalesce("email", '') || E'\n' || coalesce("phone", '') || E'\n' || coalesce(regexp_replace("phone", '[^0-9]', '', 'g'), '')
    ) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "customer_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "customer_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
    CONSTRAINT "customer_email_length" CHECK (char_length("email") <= 254),
    CONSTRAINT "customer_email_is_lower_case" CHECK ("email" = lower("email")),
    CONSTRAINT "customer_phone_is_a_number" CHECK ("phone" ~ '^[0-9+()./ -]{3,40}$'),
    CONSTRAINT "customer_address_length" CHECK (char_length("address") BETWEEN 1 AND 500)
);

ALTER SEQUENCE "customer_id_seq" MAXVALUE 9007199254740991;

CREATE UNIQUE INDEX "customer_email_key" ON "customer"("email");

-- By its digits, however it is written.
CREATE UNIQUE INDEX "customer_phone_key" ON "customer"(regexp_replace("phone", '[^0-9]', '', 'g'));

CREATE INDEX "customer_found_by_trgm_idx" ON "customer" USING gin ("found_by" gin_trgm_ops);

ALTER TABLE "store_order" ADD COLUMN "customer_id" BIGINT, ADD COLUMN "note" TEXT;

ALTER TABLE "store_order" ADD CONSTRAINT "store_order_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;

ALTER TABLE "store_order" ADD CONSTRAINT "store_order_note_length" CHECK (char_length("note") BETWEEN 1 AND 2000) NOT VALID;

-- Those who follow the catalogue learn nothing of customers.
CREATE OR REPLACE FUNCTION note_pending_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "event_pending" ("at", "event_ids")
    SELECT "at", array_agg("id" ORDER BY "id") FROM "added"
    WHERE "subject_kind" NOT IN ('api_key', 'account', 'audit_trail', 'webhook_endpoint', 'customer')
    GROUP BY "at" ORDER BY min("id");
    IF FOUND AND EXISTS (SELECT FROM "added" WHERE "subject_kind" NOT IN ('pet', 'profile')) THEN
        PERFORM pg_notify('petstore_catalogue', '[]');
    END IF;
    RETURN NULL;
END
$$;
