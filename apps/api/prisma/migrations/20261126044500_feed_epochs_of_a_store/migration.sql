-- A later epoch begins with the first one of its store: a store that is restored from an older backup does not know the epochs
-- from after it, and recognises them as its own.
ALTER TABLE "event_feed" DROP CONSTRAINT "event_feed_epoch",
    ADD CONSTRAINT "event_feed_epoch" CHECK ("epoch" ~ '^[0-9a-f]{8}([0-9a-f]{8})?$') NOT VALID;

CREATE OR REPLACE FUNCTION number_events("most" integer) RETURNS "event_feed" LANGUAGE plpgsql AS $$
DECLARE
    "feed" "event_feed";
    "current" text := feed_server();
    "count" bigint;
BEGIN
    -- In one statement: a head from before the notes were taken would hide events that are numbered.
    SELECT * INTO "feed" FROM "event_feed" WHERE "server" = "current" AND (SELECT min("id") FROM "event_pending") IS NULL;
    IF FOUND THEN
        RETURN "feed";
    END IF;
    INSERT INTO "event_feed" ("epoch", "server") VALUES (new_epoch(), "current") ON CONFLICT DO NOTHING;
    SELECT * INTO STRICT "feed" FROM "event_feed" FOR UPDATE;
    IF "feed"."server" IS DISTINCT FROM "current" THEN
        "feed"."earlier_epochs" := ("feed"."epoch" || "feed"."earlier_epochs")[1:100];
        "feed"."epoch" := left("feed"."epoch", 8) || new_epoch();
        "feed"."server" := "current";
    END IF;
    WITH "taken" AS MATERIALIZED (
        DELETE FROM "event_pending" WHERE "id" IN (SELECT "id" FROM "event_pending" ORDER BY "id" LIMIT "most") RETURNING *
    ), "numbered" AS (
        INSERT INTO "event_position" ("position", "at", "event_id")
        SELECT "feed"."position" + row_number() OVER (ORDER BY "taken"."id", "place"), "at", "event_id"
        FROM "taken", unnest("event_ids") WITH ORDINALITY AS "one" ("event_id", "place")
        RETURNING 1
    )
    SELECT count(*) INTO "count" FROM "numbered";
    "feed"."position" := "feed"."position" + "count";
    UPDATE "event_feed" SET "epoch" = "feed"."epoch", "earlier_epochs" = "feed"."earlier_epochs", "server" = "current",
        "position" = "feed"."position"
    WHERE "count" > 0 OR "server" IS DISTINCT FROM "current";
    RETURN "feed";
END
$$;
