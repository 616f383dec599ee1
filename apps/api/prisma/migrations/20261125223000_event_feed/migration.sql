-- What of the audit trail has no position yet: noted in the transaction that writes it, so by the order of `id` also the events
-- of one subject, whose transactions wait for each other. No copy of an event, only where it is.
CREATE TABLE "event_pending" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "event_ids" BIGINT[] NOT NULL,

    CONSTRAINT "event_pending_pkey" PRIMARY KEY ("id")
);

-- The feed: consecutive positions, given after the commit.
CREATE TABLE "event_position" (
    "position" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "event_position_pkey" PRIMARY KEY ("position")
);

-- One row, made by the first who gives positions, whose lock orders them. `server` is what the epoch belongs to: on another
-- cluster, after a failover, in a copy of the database or after a restore the feed has another, since its positions may
-- differ from then on. Positions up to `expired_position` are no longer kept.
CREATE TABLE "event_feed" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "epoch" TEXT NOT NULL,
    "earlier_epochs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "server" TEXT,
    "position" BIGINT NOT NULL DEFAULT 0,
    "expired_position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_feed_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "event_feed_has_one_row" CHECK ("id" = 1),
    CONSTRAINT "event_feed_epoch" CHECK ("epoch" ~ '^[0-9a-f]{8}$'),
    CONSTRAINT "event_feed_position" CHECK ("expired_position" BETWEEN 0 AND "position")
);

CREATE FUNCTION new_epoch() RETURNS text LANGUAGE sql AS $$
    SELECT left(replace(gen_random_uuid()::text, '-', ''), 8)
$$;

-- Events of pets and profiles are notified by the triggers of their tables: see notify_pets_changed. An empty array changes no
-- cached answer, and wakes who waits for events.
CREATE FUNCTION note_pending_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "event_pending" ("at", "event_ids")
    SELECT "at", array_agg("id" ORDER BY "id") FROM "added"
    WHERE "subject_kind" NOT IN ('api_key', 'account', 'audit_trail', 'webhook_endpoint') GROUP BY "at" ORDER BY min("id");
    IF FOUND AND EXISTS (SELECT FROM "added" WHERE "subject_kind" NOT IN ('pet', 'profile')) THEN
        PERFORM pg_notify('petstore_catalogue', '[]');
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "audit_event_is_pending" AFTER INSERT ON "audit_event" REFERENCING NEW TABLE AS "added"
    FOR EACH STATEMENT EXECUTE FUNCTION note_pending_events();

-- An import switches the other triggers off.
ALTER TABLE "audit_event" ENABLE ALWAYS TRIGGER "audit_event_is_pending";

-- The cluster, its timeline, which a failover or a recovery in time changes, the database, and the table, which a dump makes anew.
CREATE FUNCTION feed_server() RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws('/', (SELECT "system_identifier" FROM pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
        (SELECT "oid" FROM pg_database WHERE "datname" = current_database()), 'event_feed'::regclass::oid)
$$;

-- Gives positions to what is visible, at most so many notes at once, and returns the feed. Whoever reads events calls it, in a
-- transaction of READ COMMITTED: each statement sees what was committed before it, the last one before the lock included.
CREATE FUNCTION number_events("most" integer) RETURNS "event_feed" LANGUAGE plpgsql AS $$
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
        "feed"."epoch" := new_epoch();
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

-- Forgets the first positions, at most so many, as far as their events are from before a time: a cursor has expired exactly
-- when an event after it is gone. Returns how many.
CREATE FUNCTION expire_events("before" timestamptz, "most" integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    "feed" "event_feed";
    "last" bigint;
BEGIN
    SELECT * INTO "feed" FROM "event_feed" FOR UPDATE;
    SELECT max("position") INTO "last" FROM (
        SELECT "position", bool_and("at" < "before") OVER (ORDER BY "position") AS "is_old" FROM "event_position"
        WHERE "position" > "feed"."expired_position" AND "position" <= "feed"."expired_position" + "most"
    ) AS "first" WHERE "is_old";
    IF "last" IS NULL THEN
        RETURN 0;
    END IF;
    DELETE FROM "event_position" WHERE "position" > "feed"."expired_position" AND "position" <= "last";
    UPDATE "event_feed" SET "expired_position" = "last";
    RETURN "last" - "feed"."expired_position";
END
$$;
