-- By hand: Prisma does not know partitions. The existing table becomes the oldest partition, without a scan.
DO $$
BEGIN
    IF NOT (SELECT "indisvalid" FROM pg_index WHERE "indexrelid" = '"audit_event_at_id_key"'::regclass) THEN
        REINDEX INDEX "audit_event_at_id_key";
    END IF;
    PERFORM set_config('lock_timeout', '250ms', true);
    FOR "attempt" IN 1..1200 LOOP
        BEGIN
            LOCK TABLE "audit_event" IN ACCESS EXCLUSIVE MODE;
            EXIT;
        EXCEPTION WHEN lock_not_available THEN
            IF "attempt" = 1200 THEN RAISE; END IF;
            PERFORM pg_sleep(0.25);
        END;
    END LOOP;
    PERFORM set_config('lock_timeout', '0', true);
END
$$;

ALTER TABLE "audit_event"
    DROP CONSTRAINT "audit_event_pkey",
    DROP CONSTRAINT "audit_event_subject_has_an_id";

ALTER TABLE "audit_event" RENAME CONSTRAINT "audit_event_subject_may_have_no_id" TO "audit_event_subject_has_an_id";

-- The primary key replaces it.
DROP INDEX "audit_event_at_id_idx";

ALTER INDEX "audit_event_at_id_key" RENAME TO "audit_event_oldest_pkey";
ALTER INDEX "audit_event_actor_at_id_idx" RENAME TO "audit_event_oldest_actor_at_id_idx";
ALTER INDEX "audit_event_subject_kind_subject_id_at_id_idx" RENAME TO "audit_event_oldest_subject_kind_subject_id_at_id_idx";
ALTER INDEX "audit_event_subject_kind_at_id_idx" RENAME TO "audit_event_oldest_subject_kind_at_id_idx";
ALTER INDEX "audit_event_action_at_id_idx" RENAME TO "audit_event_oldest_action_at_id_idx";
ALTER INDEX "audit_event_sold_idx" RENAME TO "audit_event_oldest_sold_idx";
ALTER INDEX "audit_event_history_idx" RENAME TO "audit_event_oldest_history_idx";

ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_oldest_pkey" PRIMARY KEY USING INDEX "audit_event_oldest_pkey";

ALTER TABLE "audit_event" RENAME TO "audit_event_oldest";

CREATE TABLE "audit_event" (LIKE "audit_event_oldest" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
    PARTITION BY RANGE ("at");

ALTER TABLE "audit_event"
    DROP CONSTRAINT "audit_event_bound",
    ADD CONSTRAINT "audit_event_pkey" PRIMARY KEY ("at", "id");

CREATE INDEX "audit_event_actor_at_id_idx" ON "audit_event"("actor_kind", coalesce("actor_id", 0), "at", "id");

CREATE INDEX "audit_event_subject_kind_subject_id_at_id_idx" ON "audit_event"("subject_kind", "subject_id", "at", "id");

CREATE INDEX "audit_event_subject_kind_at_id_idx" ON "audit_event"("subject_kind", "at", "id");

CREATE INDEX "audit_event_action_at_id_idx" ON "audit_event"("action", "at", "id");

CREATE INDEX "audit_event_sold_idx" ON "audit_event"("at")
    WHERE "action" = 'pet.update' AND "after" ->> 'status' = 'sold' AND "before" ->> 'status' <> 'sold';

CREATE INDEX "audit_event_history_idx" ON "audit_event"("at", "id")
    WHERE "subject_kind" IN ('pet', 'category', 'order', 'catalogue');

ALTER SEQUENCE "audit_event_id_seq" OWNED BY "audit_event"."id";

CREATE TRIGGER "audit_event_is_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_event();

ALTER TABLE "audit_event" ENABLE ALWAYS TRIGGER "audit_event_is_only_added_to";

-- A bound is null if the partition has none on that side.
CREATE FUNCTION audit_partitions() RETURNS TABLE ("name" text, "start" timestamptz, "end" timestamptz) LANGUAGE sql STABLE AS $$
    SELECT "relname"::text, substring("bounds" FROM 'FROM \(''([^'']+)''\)')::timestamptz,
        substring("bounds" FROM 'TO \(''([^'']+)''\)')::timestamptz
    FROM pg_inherits
        JOIN pg_class ON pg_class."oid" = "inhrelid", pg_get_expr("relpartbound", "inhrelid") AS "bounds"
    WHERE "inhparent" = '"audit_event"'::regclass
$$;

-- Statement triggers belong to one table: each partition needs its own, against statements that name it.
CREATE FUNCTION add_audit_partition("name" text, "start" timestamptz, "end" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I (LIKE "audit_event" INCLUDING ALL)', "name");
    EXECUTE format('CREATE TRIGGER "audit_event_is_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_event()', "name");
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER "audit_event_is_only_added_to"', "name");
    EXECUTE format('ALTER TABLE "audit_event" ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', "name",
        coalesce(quote_literal("start"), 'MINVALUE'), coalesce(quote_literal("end"), 'MAXVALUE'));
END
$$;

-- Makes the months until so many after this one. "audit_event_later" has the rest of time: an insert finds a partition
-- even if nobody has called this for years, and it has become the partition of those years then.
CREATE FUNCTION make_audit_months("ahead" integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    "wanted" timestamptz :=
        (date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => "ahead" + 1)) AT TIME ZONE 'UTC';
    "reached" timestamptz := (SELECT "start" FROM audit_partitions() WHERE "end" IS NULL);
    "newest" timestamptz;
    "next" timestamptz;
    "made" integer := 0;
BEGIN
    IF "reached" >= "wanted" OR NOT pg_try_advisory_xact_lock(5274816390175643) THEN
        RETURN 0;
    END IF;
    -- Writers wait behind it: it gives way, and the caller tries again later.
    PERFORM set_config('lock_timeout', '250ms', true);
    LOCK TABLE "audit_event" IN ACCESS EXCLUSIVE MODE;
    -- The previous holder of the lock may have committed since.
    "reached" := (SELECT "start" FROM audit_partitions() WHERE "end" IS NULL);
    IF "reached" >= "wanted" THEN
        RETURN 0;
    END IF;
    ALTER TABLE "audit_event" DETACH PARTITION "audit_event_later";
    SELECT max("at") INTO "newest" FROM "audit_event_later";
    IF "newest" IS NULL THEN
        DROP TABLE "audit_event_later";
    ELSE
        "next" := (date_trunc('month', "newest" AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
        EXECUTE format('ALTER TABLE "audit_event_later" RENAME TO %I', to_char("reached" AT TIME ZONE 'UTC', '"audit_event_"YYYY_MM'));
        EXECUTE format('ALTER TABLE "audit_event" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
            to_char("reached" AT TIME ZONE 'UTC', '"audit_event_"YYYY_MM'), "reached", "next");
        "reached" := "next";
        "made" := 1;
    END IF;
    WHILE "reached" < "wanted" LOOP
        "next" := ("reached" AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
        PERFORM add_audit_partition(to_char("reached" AT TIME ZONE 'UTC', '"audit_event_"YYYY_MM'), "reached", "next");
        "reached" := "next";
        "made" := "made" + 1;
    END LOOP;
    PERFORM add_audit_partition('audit_event_later', "reached", NULL);
    RETURN "made";
END
$$;

DO $$
DECLARE
    "bound" timestamptz := (
        SELECT substring(pg_get_constraintdef("oid") FROM '''([^'']+)''')::timestamptz FROM pg_constraint
        WHERE "conrelid" = '"audit_event_oldest"'::regclass AND "conname" = 'audit_event_bound'
    );
    "granted" record;
BEGIN
    EXECUTE format('ALTER TABLE "audit_event" ATTACH PARTITION "audit_event_oldest" FOR VALUES FROM (MINVALUE) TO (%L)', "bound");
    PERFORM add_audit_partition('audit_event_later', "bound", NULL);
    PERFORM make_audit_months(3);
    -- What others may do with the table, such as a role that reads it for reports.
    FOR "granted" IN
        SELECT "grantee", "privilege_type" FROM pg_class, aclexplode("relacl")
        WHERE "oid" = '"audit_event_oldest"'::regclass AND "grantee" <> "relowner"
    LOOP
        EXECUTE format('GRANT %s ON "audit_event" TO %s', "granted"."privilege_type",
            CASE "granted"."grantee" WHEN 0 THEN 'PUBLIC' ELSE "granted"."grantee"::regrole::text END);
    END LOOP;
END
$$;

ALTER TABLE "audit_event_oldest" DROP CONSTRAINT "audit_event_bound";
