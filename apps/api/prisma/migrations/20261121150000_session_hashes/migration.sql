-- Whoever reads a dump must not be able to act as those who are signed in. The secret that signs cookies moves out of the
-- database (AUTH_SECRET, or DATA_DIR/auth-secret), and sessions are stored by the SHA-256 of their tokens. Sessions from
-- before have their tokens in earlier dumps: they end here, and everybody signs in again.
DELETE FROM "session";

DELETE FROM "service_secret" WHERE "name" = 'auth';

-- A replica of the version before, during a rolling upgrade, cannot store a plain token either.
ALTER TABLE "session" ADD CONSTRAINT "session_token_is_a_hash" CHECK ("token" ~ '^[0-9a-f]{64}$');

-- A failed sign-in may name an account that does not exist.
ALTER TABLE "audit_event"
    DROP CONSTRAINT "audit_event_subject_has_an_id",
    ADD CONSTRAINT "audit_event_subject_has_an_id" CHECK (
        CASE WHEN "subject_kind" = 'catalogue' THEN "subject_id" IS NULL
             ELSE "subject_id" IS NOT NULL OR "action" = 'account.sign_in_failed' END
    );
