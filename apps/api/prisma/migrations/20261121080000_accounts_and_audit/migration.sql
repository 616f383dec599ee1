-- By hand: the keys that exist get an account to belong to, and what Prisma cannot say (CHECKs, triggers, sequences' bounds).

CREATE TYPE "account_role" AS ENUM ('owner', 'manager', 'clerk');

CREATE TYPE "actor_kind" AS ENUM ('account', 'key', 'system');

-- Names are held to the rules that those of animals are.
CREATE TABLE "account" (
    "id" BIGSERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL,
    "image" TEXT,
    "role" "account_role" NOT NULL DEFAULT 'clerk',
    "banned" BOOLEAN NOT NULL DEFAULT false,
    "ban_reason" TEXT,
    "ban_expires" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "account_email_is_lower_case" CHECK ("email" = lower("email")),
    -- RFC 5321 §4.5.3.1.3, without the angle brackets.
    CONSTRAINT "account_email_length" CHECK (char_length("email") BETWEEN 3 AND 254),
    CONSTRAINT "account_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
    CONSTRAINT "account_name_has_no_control_character" CHECK ("name" !~ '[\u0001-\u001F\u007F-\u009F]')
);

ALTER SEQUENCE "account_id_seq" MAXVALUE 9007199254740991;

CREATE TABLE "credential" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credential_is_a_password" CHECK ("provider_id" = 'credential')
);

CREATE TABLE "session" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "token" TEXT NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "impersonated_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id"),
    -- Nobody acts in another's name.
    CONSTRAINT "session_is_nobody_elses" CHECK ("impersonated_by" IS NULL)
);

CREATE TABLE "session_key" (
    "hash" BYTEA NOT NULL,
    "session_id" BIGINT NOT NULL,
    "scope" "api_key_scope" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_key_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "session_key_hash_length" CHECK (octet_length("hash") = 32)
);

CREATE TABLE "deprecated_use" (
    "api_key_id" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "operation_id" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "deprecated_use_pkey" PRIMARY KEY ("api_key_id","day","operation_id"),
    CONSTRAINT "deprecated_use_count_is_positive" CHECK ("count" > 0)
);

CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" BIGINT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" BIGINT,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_event_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    -- The system alone is nobody in particular.
    CONSTRAINT "audit_event_actor_has_an_id" CHECK (("actor_kind" = 'system') = ("actor_id" IS NULL)),
    -- The catalogue alone is nothing in particular.
    CONSTRAINT "audit_event_subject_has_an_id" CHECK (("subject_kind" = 'catalogue') = ("subject_id" IS NULL)),
    CONSTRAINT "audit_event_before_is_an_object" CHECK (jsonb_typeof("before") = 'object'),
    CONSTRAINT "audit_event_after_is_an_object" CHECK (jsonb_typeof("after") = 'object')
);

ALTER SEQUENCE "audit_event_id_seq" MAXVALUE 9007199254740991;

-- Keys that were made before there were accounts belong to an owner who cannot sign in before
-- `petstore accounts reset-password owner@petstore.internal`.
INSERT INTO "account" ("email", "name", "role")
SELECT 'owner@petstore.internal', 'Owner', 'owner' WHERE EXISTS (SELECT FROM "api_key");

INSERT INTO "audit_event" ("actor_kind", "actor_name", "action", "subject_kind", "subject_id", "after")
SELECT 'system', 'migration', 'account.create', 'account', "id",
    jsonb_build_object('id', "id", 'email', "email", 'name', "name", 'role', "role", 'disabled', false)
FROM "account";

ALTER TABLE "api_key" ADD COLUMN "account_id" BIGINT;

UPDATE "api_key" SET "account_id" = (SELECT "id" FROM "account");

ALTER TABLE "api_key" ALTER COLUMN "account_id" SET NOT NULL;

-- Who made a key is the audit trail's to say from here on.
INSERT INTO "audit_event" ("at", "actor_kind", "actor_name", "action", "subject_kind", "subject_id", "after")
SELECT "created_at", 'system', "created_by", 'api_key.create', 'api_key', "id",
    jsonb_build_object('id', "id", 'name', "name", 'scope', "scope", 'prefix', "prefix", 'lastFour', "last_four")
FROM "api_key" ORDER BY "created_at", "id";

ALTER TABLE "api_key" DROP COLUMN "created_by";

-- Two keys of what is one account now may have used one Idempotency-Key: the later of the two outcomes stays.
ALTER TABLE "stored_outcome" ADD COLUMN "account_id" BIGINT;

UPDATE "stored_outcome" SET "account_id" = (SELECT "account_id" FROM "api_key" WHERE "id" = "api_key_id");

DELETE FROM "stored_outcome" AS earlier USING "stored_outcome" AS later
WHERE later."idempotency_key" = earlier."idempotency_key"
    AND (later."expires_at", later."api_key_id") > (earlier."expires_at", earlier."api_key_id");

ALTER TABLE "stored_outcome"
    DROP CONSTRAINT "stored_outcome_api_key_id_fkey",
    DROP CONSTRAINT "stored_outcome_pkey",
    DROP COLUMN "api_key_id",
    ALTER COLUMN "account_id" SET NOT NULL,
    ADD CONSTRAINT "stored_outcome_pkey" PRIMARY KEY ("account_id", "idempotency_key");

CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

CREATE UNIQUE INDEX "credential_account_id_provider_id_key" ON "credential"("account_id", "provider_id");

CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

CREATE INDEX "session_account_id_idx" ON "session"("account_id");

CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

CREATE INDEX "session_key_session_id_idx" ON "session_key"("session_id");

CREATE INDEX "session_key_expires_at_idx" ON "session_key"("expires_at");

CREATE INDEX "api_key_account_id_idx" ON "api_key"("account_id");

CREATE INDEX "audit_event_at_id_idx" ON "audit_event"("at", "id");

-- The system has no id: a null would be in nobody's order.
CREATE INDEX "audit_event_actor_at_id_idx" ON "audit_event"("actor_kind", coalesce("actor_id", 0), "at", "id");

CREATE INDEX "audit_event_subject_kind_subject_id_at_id_idx" ON "audit_event"("subject_kind", "subject_id", "at", "id");

CREATE INDEX "audit_event_subject_kind_at_id_idx" ON "audit_event"("subject_kind", "at", "id");

CREATE INDEX "audit_event_action_at_id_idx" ON "audit_event"("action", "at", "id");

ALTER TABLE "credential" ADD CONSTRAINT "credential_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "session_key" ADD CONSTRAINT "session_key_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "deprecated_use" ADD CONSTRAINT "deprecated_use_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "stored_outcome" ADD CONSTRAINT "stored_outcome_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The trail is added to and never changed, by whomever.
CREATE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_event is only ever added to' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "audit_event_is_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_event();

ALTER TABLE "audit_event" ENABLE ALWAYS TRIGGER "audit_event_is_only_added_to";

-- Every process that has checked keys in its memory hears of each change that could make a check wrong, whoever makes it.
CREATE FUNCTION notify_credentials_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('petstore_credentials', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER "api_key_changed" AFTER UPDATE OF "account_id", "scope", "hash", "expires_at", "revoked_at" OR DELETE ON "api_key"
    FOR EACH ROW EXECUTE FUNCTION notify_credentials_changed();

CREATE TRIGGER "account_changed" AFTER UPDATE OF "name", "role", "banned", "ban_expires" OR DELETE ON "account"
    FOR EACH ROW EXECUTE FUNCTION notify_credentials_changed();

CREATE TRIGGER "session_key_changed" AFTER UPDATE OR DELETE ON "session_key"
    FOR EACH ROW EXECUTE FUNCTION notify_credentials_changed();

-- A disabled account is signed out everywhere, however it was disabled.
CREATE FUNCTION end_sessions_of_banned_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "session" WHERE "account_id" = NEW."id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "account_banned" AFTER UPDATE OF "banned" ON "account"
    FOR EACH ROW WHEN (NEW."banned") EXECUTE FUNCTION end_sessions_of_banned_account();

-- Nor does one sign in at the moment that it is disabled: whoever disables it is waited for.
CREATE FUNCTION refuse_session_of_banned_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "account" WHERE "id" = NEW."account_id" AND NOT "banned" FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the account is disabled' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER "session_begins" BEFORE INSERT ON "session"
    FOR EACH ROW EXECUTE FUNCTION refuse_session_of_banned_account();

ALTER TABLE "api_key" ENABLE ALWAYS TRIGGER "api_key_changed";

ALTER TABLE "account" ENABLE ALWAYS TRIGGER "account_changed", ENABLE ALWAYS TRIGGER "account_banned";

ALTER TABLE "session_key" ENABLE ALWAYS TRIGGER "session_key_changed";
