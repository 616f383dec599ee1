-- Invitations, second factors, and the ends of sessions: docs/decisions/0056-accounts-that-hold.md.

-- Null in the sessions that exist: they begin with the proof at their creation.
ALTER TABLE "session" ADD COLUMN "authenticated_at" TIMESTAMPTZ(3);

ALTER TABLE "session" ALTER COLUMN "authenticated_at" SET DEFAULT CURRENT_TIMESTAMP;

ALTER TABLE "session" ADD COLUMN "has_second_factor" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "session" ADD COLUMN "is_remembered" BOOLEAN NOT NULL DEFAULT true;

CREATE TYPE "challenge_kind" AS ENUM ('second_factor', 'registration', 'authentication');

CREATE TABLE "invitation" (
    "account_id" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("account_id"),
    CONSTRAINT "invitation_hash_length" CHECK (octet_length("hash") = 32),
    CONSTRAINT "invitation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "totp" (
    "account_id" BIGINT NOT NULL,
    "secret" TEXT NOT NULL,
    "enabled_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "totp_pkey" PRIMARY KEY ("account_id"),
    CONSTRAINT "totp_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "recovery_code" (
    "account_id" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("account_id", "hash"),
    CONSTRAINT "recovery_code_hash_length" CHECK (octet_length("hash") = 32),
    CONSTRAINT "recovery_code_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "passkey" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkey_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "passkey_name_length" CHECK (char_length("name") BETWEEN 1 AND 100),
    -- Web Authentication Level 3 §5.1.3: ids of more bytes are refused.
    CONSTRAINT "passkey_credential_id_length" CHECK (octet_length("credential_id") BETWEEN 1 AND 1023),
    CONSTRAINT "passkey_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

ALTER SEQUENCE "passkey_id_seq" MAXVALUE 9007199254740991;

CREATE TABLE "challenge" (
    "hash" BYTEA NOT NULL,
    "kind" "challenge_kind" NOT NULL,
    "account_id" BIGINT,
    "challenge" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "is_remembered" BOOLEAN NOT NULL DEFAULT true,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "challenge_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "challenge_hash_length" CHECK (octet_length("hash") = 32),
    -- Only a passkey that signs in says by itself whose it is.
    CONSTRAINT "challenge_names_its_account" CHECK (("kind" = 'authentication') = ("account_id" IS NULL)),
    CONSTRAINT "challenge_is_of_a_passkey" CHECK (("kind" = 'second_factor') = ("challenge" IS NULL)),
    CONSTRAINT "challenge_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE UNIQUE INDEX "invitation_hash_key" ON "invitation"("hash");

CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

CREATE INDEX "passkey_account_id_idx" ON "passkey"("account_id");

CREATE INDEX "challenge_account_id_idx" ON "challenge"("account_id");

CREATE INDEX "challenge_expires_at_idx" ON "challenge"("expires_at");
