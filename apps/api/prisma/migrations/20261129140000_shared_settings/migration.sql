-- What all replicas of a store must have in common: docs/decisions/0157-settings-that-replicas-share.md.
CREATE TABLE "shared_setting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    CONSTRAINT "shared_setting_pkey" PRIMARY KEY ("name")
);

-- A physical copy has the cluster, the database and the table of its original. Its service connects to another address.
-- "places" are the addresses from which the store is known to be served, and "place" is that of the holder. The version
-- before writes neither.
ALTER TABLE "webhook_lease" ADD COLUMN "place" TEXT, ADD COLUMN "places" TEXT[] NOT NULL DEFAULT '{}';

CREATE TRIGGER "webhook_lease_at_another_place" BEFORE UPDATE OF "place" ON "webhook_lease"
    FOR EACH ROW WHEN (OLD."holder" <> NEW."holder" AND OLD."places" <> '{}' AND NEW."place" <> ALL (OLD."places"))
    EXECUTE FUNCTION turn_off_webhooks_of_a_copy();
