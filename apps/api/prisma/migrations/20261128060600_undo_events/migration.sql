-- Those who follow the catalogue learn nothing of who started or stopped an undo; its steps have events of what they put back.
CREATE OR REPLACE FUNCTION note_pending_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "event_pending" ("at", "event_ids")
    SELECT "at", array_agg("id" ORDER BY "id") FROM "added"
    WHERE "subject_kind" NOT IN ('api_key', 'account', 'audit_trail', 'webhook_endpoint', 'customer', 'action')
    GROUP BY "at" ORDER BY min("id");
    IF FOUND AND EXISTS (SELECT FROM "added" WHERE "subject_kind" NOT IN ('pet', 'profile')) THEN
        PERFORM pg_notify('petstore_catalogue', '[]');
    END IF;
    RETURN NULL;
END
$$;
