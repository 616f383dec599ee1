-- A copy of a store must not send events to the receivers of the original: docs/decisions/0151-copies-send-nothing.md. Who
-- sends writes where the store is into the lease. In another place all endpoints are turned off first. Null until then, and
-- while the version before sends, which does not know the column.
ALTER TABLE "webhook_lease" ADD COLUMN "store" TEXT;

-- The cluster, the database and the table, which a dump makes anew. A failover changes none of these.
CREATE FUNCTION webhook_store("folder" text) RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws('/', (SELECT "system_identifier" FROM pg_control_system()),
        (SELECT "oid" FROM pg_database WHERE "datname" = current_database()), 'webhook_lease'::regclass::oid, "folder")
$$;

CREATE FUNCTION turn_off_webhooks_of_a_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "webhook_endpoint" SET "state" = 'disabled', "state_reason" = 'copied', "state_since" = clock_timestamp(),
        "next_probe_at" = NULL, "revision" = "revision" + 1
    WHERE "state" <> 'disabled';
    RETURN NEW;
END
$$;

CREATE TRIGGER "webhook_lease_of_a_copy" BEFORE UPDATE OF "store" ON "webhook_lease"
    FOR EACH ROW WHEN (OLD."store" IS DISTINCT FROM NEW."store" AND OLD."store" IS NOT NULL)
    EXECUTE FUNCTION turn_off_webhooks_of_a_copy();
