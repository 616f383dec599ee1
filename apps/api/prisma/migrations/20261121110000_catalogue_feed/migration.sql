-- Every process that keeps answers about animals hears which ones a statement has changed, whoever sends it: a JSON array of
-- `[id, before, after]`, where before and after are `[category_id, status]`, or null where there was or is no such animal. A
-- notification holds less than 8,000 bytes. Where the changes do not fit, as 400 of them never do, it is empty: any animal.
CREATE FUNCTION notify_pets_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "changes" text := '';
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT json_agg(json_build_array("id", NULL, json_build_array("category_id", "status"))) INTO "changes"
        FROM (SELECT * FROM "new_pet" LIMIT 400) AS "made";
    ELSIF TG_OP = 'DELETE' THEN
        SELECT json_agg(json_build_array("id", json_build_array("category_id", "status"), NULL)) INTO "changes"
        FROM (SELECT * FROM "old_pet" LIMIT 400) AS "gone";
    ELSIF TG_OP = 'UPDATE' THEN
        SELECT json_agg(json_build_array("id",
            CASE WHEN "was"."status" IS NOT NULL THEN json_build_array("was"."category_id", "was"."status") END,
            CASE WHEN "is"."status" IS NOT NULL THEN json_build_array("is"."category_id", "is"."status") END)) INTO "changes"
        FROM (SELECT * FROM "old_pet" LIMIT 400) AS "was" FULL JOIN (SELECT * FROM "new_pet" LIMIT 400) AS "is" USING ("id");
    END IF;
    IF "changes" IS NOT NULL THEN
        PERFORM pg_notify('petstore_catalogue', CASE WHEN octet_length("changes") < 8000 THEN "changes" ELSE '' END);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "pet_inserted" AFTER INSERT ON "pet" REFERENCING NEW TABLE AS "new_pet"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_pets_changed();

CREATE TRIGGER "pet_updated" AFTER UPDATE ON "pet" REFERENCING OLD TABLE AS "old_pet" NEW TABLE AS "new_pet"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_pets_changed();

CREATE TRIGGER "pet_deleted" AFTER DELETE ON "pet" REFERENCING OLD TABLE AS "old_pet"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_pets_changed();

CREATE TRIGGER "pet_truncated" AFTER TRUNCATE ON "pet"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_pets_changed();

-- An import switches the other triggers off.
ALTER TABLE "pet"
    ENABLE ALWAYS TRIGGER "pet_inserted",
    ENABLE ALWAYS TRIGGER "pet_updated",
    ENABLE ALWAYS TRIGGER "pet_deleted",
    ENABLE ALWAYS TRIGGER "pet_truncated";
