-- The audit trail becomes partitioned by month (docs/decisions/0041-audit-partitions.md) in four migrations, each a
-- transaction: only the first and the last lock the table, for moments, and give way when they would have to wait.
-- Here: what the table will hold as the oldest partition, which is everything before the month after next. The previous
-- version may go on writing for that long.
DO $$
DECLARE
    "bound" timestamptz;
BEGIN
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
    SELECT (date_trunc('month', greatest(max("at"), now()) AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC'
        INTO "bound" FROM "audit_event";
    EXECUTE format('ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_bound" CHECK ("at" < %L) NOT VALID', "bound");
    -- The audit trail as a whole is nothing in particular, like the catalogue.
    ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_subject_may_have_no_id" CHECK (
        CASE WHEN "subject_kind" IN ('catalogue', 'audit_trail') THEN "subject_id" IS NULL
             ELSE "subject_id" IS NOT NULL OR "action" = 'account.sign_in_failed' END
    ) NOT VALID;
END
$$;
