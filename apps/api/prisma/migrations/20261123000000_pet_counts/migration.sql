-- How many pets each category and status has: pet_count and all of pet_count_change, summed
-- (docs/decisions/0048-pet-counts.md). By hand: Prisma has no triggers, no table without a key and no storage parameters.
CREATE TABLE "pet_count" (
    "category_id" BIGINT NOT NULL,
    "status" "pet_status" NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "pet_count_pkey" PRIMARY KEY ("category_id", "status")
);

-- Only added to by writers, so that none waits for another, and emptied by the fold. Without an index: one costs a create
-- 5 %. The fold leaves as many dead rows as it reads; a fifth of a table that is empty would never come together.
CREATE TABLE "pet_count_change" (
    "category_id" BIGINT NOT NULL,
    "status" "pet_status" NOT NULL,
    "amount" BIGINT NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE FUNCTION count_pets_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "pet_count_change" ("category_id", "status", "amount")
        SELECT "category_id", "status", count(*) FROM "new_pet" GROUP BY "category_id", "status";
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "pet_count_change" ("category_id", "status", "amount")
        SELECT "category_id", "status", -count(*) FROM "old_pet" GROUP BY "category_id", "status";
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO "pet_count_change" ("category_id", "status", "amount")
        SELECT "category_id", "status", sum("one")
        FROM (SELECT "category_id", "status", 1 AS "one" FROM "new_pet" UNION ALL SELECT "category_id", "status", -1 FROM "old_pet") AS "moved"
        GROUP BY "category_id", "status" HAVING sum("one") <> 0;
    ELSE
        TRUNCATE "pet_count", "pet_count_change";
    END IF;
    RETURN NULL;
END
$$;

-- Adds the difference between the pets and their counts, both of one snapshot: right beside writers, and without effect when
-- the counts are right.
CREATE FUNCTION recount_pets() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- Two recounts at a time would add the difference twice.
    LOCK TABLE "pet_count_change" IN SHARE UPDATE EXCLUSIVE MODE;
    INSERT INTO "pet_count_change" ("category_id", "status", "amount")
    SELECT "category_id", "status", sum("amount")
    FROM (
        SELECT "category_id", "status", count(*) AS "amount" FROM "pet" GROUP BY "category_id", "status"
        UNION ALL SELECT "category_id", "status", -"amount" FROM "pet_count"
        UNION ALL SELECT "category_id", "status", -"amount" FROM "pet_count_change"
    ) AS "part"
    GROUP BY "category_id", "status" HAVING sum("amount") <> 0;
END
$$;

CREATE TRIGGER "pet_inserted_count" AFTER INSERT ON "pet" REFERENCING NEW TABLE AS "new_pet"
    FOR EACH STATEMENT EXECUTE FUNCTION count_pets_changed();

CREATE TRIGGER "pet_updated_count" AFTER UPDATE ON "pet" REFERENCING OLD TABLE AS "old_pet" NEW TABLE AS "new_pet"
    FOR EACH STATEMENT EXECUTE FUNCTION count_pets_changed();

CREATE TRIGGER "pet_deleted_count" AFTER DELETE ON "pet" REFERENCING OLD TABLE AS "old_pet"
    FOR EACH STATEMENT EXECUTE FUNCTION count_pets_changed();

CREATE TRIGGER "pet_truncated_count" AFTER TRUNCATE ON "pet"
    FOR EACH STATEMENT EXECUTE FUNCTION count_pets_changed();

-- An import switches the other triggers off.
ALTER TABLE "pet"
    ENABLE ALWAYS TRIGGER "pet_inserted_count",
    ENABLE ALWAYS TRIGGER "pet_updated_count",
    ENABLE ALWAYS TRIGGER "pet_deleted_count",
    ENABLE ALWAYS TRIGGER "pet_truncated_count";
