-- Names the kinds of events that the feed has, instead of those that it leaves out: a new kind is private until it is
-- added here. A test compares this list with the contract's kinds of the catalogue.
CREATE OR REPLACE FUNCTION note_pending_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "event_pending" ("at", "event_ids")
    SELECT "at", array_agg("id" ORDER BY "id") FROM "added"
    WHERE "subject_kind" IN ('pet', 'category', 'order', 'catalogue', 'attribute', 'profile', 'photo', 'note', 'store')
    GROUP BY "at" ORDER BY min("id");
    IF FOUND AND EXISTS (SELECT FROM "added" WHERE "subject_kind" NOT IN ('pet', 'profile')) THEN
        PERFORM pg_notify('petstore_catalogue', '[]');
    END IF;
    RETURN NULL;
END
$$;
