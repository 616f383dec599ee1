-- By hand: Prisma expresses no partial index, and PostgreSQL builds none of a partitioned table concurrently. Nobody writes the
-- months before this one; the index of this month is built last, and inserts wait for it alone.
DO $$
DECLARE
    "partition" text;
BEGIN
    FOR "partition" IN SELECT "name" FROM audit_partitions() ORDER BY "start" > now() DESC, "start" NULLS FIRST LOOP
        EXECUTE format('CREATE INDEX ON %I ("action_id", "at", "id") WHERE "action_id" IS NOT NULL', "partition");
        EXECUTE format('CREATE INDEX ON %I ("at", "id") WHERE ("action_id" IS NULL OR "action_id" = "id")
            AND "subject_kind" NOT IN (''api_key'', ''account'', ''webhook_endpoint'', ''audit_trail'')', "partition");
    END LOOP;
END
$$;

-- They take over the indexes of the partitions. The events of one action.
CREATE INDEX "audit_event_action_id_at_id_idx" ON "audit_event"("action_id", "at", "id") WHERE "action_id" IS NOT NULL;

-- The actions: one entry for each, however many events it has.
CREATE INDEX "audit_event_actions_idx" ON "audit_event"("at", "id") WHERE ("action_id" IS NULL OR "action_id" = "id")
    AND "subject_kind" NOT IN ('api_key', 'account', 'webhook_endpoint', 'audit_trail');

-- It replaces this one, which only versions before the attributes read.
DROP INDEX "audit_event_history_idx";
