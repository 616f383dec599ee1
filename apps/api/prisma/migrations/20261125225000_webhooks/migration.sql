CREATE TABLE "webhook_endpoint" (
    "id" BIGSERIAL NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "state" TEXT NOT NULL DEFAULT 'active',
    "state_reason" TEXT,
    "state_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "next_probe_at" TIMESTAMPTZ(3),
    "cursor" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "secret" BYTEA NOT NULL,
    "old_secret" BYTEA,
    "old_secret_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoint_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "webhook_endpoint_url_length" CHECK (char_length("url") BETWEEN 1 AND 2048),
    CONSTRAINT "webhook_endpoint_description_length" CHECK (char_length("description") BETWEEN 1 AND 200),
    CONSTRAINT "webhook_endpoint_state_is_known" CHECK ("state" IN ('active', 'paused', 'disabled')),
    CONSTRAINT "webhook_endpoint_active_needs_no_reason" CHECK (("state" = 'active') = ("state_reason" IS NULL)),
    CONSTRAINT "webhook_endpoint_failures_range" CHECK ("failures" >= 0),
    -- An IV, 32 bytes and a tag.
    CONSTRAINT "webhook_endpoint_secret_length" CHECK (octet_length("secret") = 60),
    CONSTRAINT "webhook_endpoint_old_secret_length" CHECK (octet_length("old_secret") = 60)
);

ALTER SEQUENCE "webhook_endpoint_id_seq" MAXVALUE 9007199254740991;

CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" BIGINT NOT NULL,
    "message_id" TEXT NOT NULL,
    "event_id" TEXT,
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "status" INTEGER,
    "problem" TEXT,
    "duration_ms" INTEGER,
    "request_bytes" INTEGER,
    "response_bytes" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_attempt_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_delivery_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "webhook_delivery_state_is_known" CHECK ("state" IN ('waiting', 'delivered', 'failed')),
    CONSTRAINT "webhook_delivery_waiting_has_a_time" CHECK (("state" = 'waiting') = ("next_attempt_at" IS NOT NULL))
);

ALTER SEQUENCE "webhook_delivery_id_seq" MAXVALUE 9007199254740991;

CREATE INDEX "webhook_delivery_endpoint_id_id_idx" ON "webhook_delivery"("endpoint_id", "id");

CREATE INDEX "webhook_delivery_endpoint_id_next_attempt_at_idx" ON "webhook_delivery"("endpoint_id", "next_attempt_at");

CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

CREATE TABLE "webhook_lease" (
    "id" SMALLINT NOT NULL,
    "holder" TEXT NOT NULL,
    "token" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_lease_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_lease_is_one" CHECK ("id" = 1)
);
