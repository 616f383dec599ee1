-- This version writes the identity with each name, and the unique index refuses a second one. The version before does not
-- know the column, and compares names by lower(name) alone: its category gets the identity if that is free, and none
-- otherwise, because that version would wait forever for a name that it does not find.
CREATE FUNCTION claim_identity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "wanted" text := text_identity(NEW."name");
    "is_given" boolean := NEW."identity" IS NOT NULL AND (TG_OP = 'INSERT' OR NEW."identity" IS DISTINCT FROM OLD."identity");
BEGIN
    IF NOT "is_given" AND EXISTS (SELECT FROM "category" WHERE "identity" = "wanted" AND "id" <> NEW."id") THEN
        "wanted" := NULL;
    END IF;
    NEW."identity" := "wanted";
    RETURN NEW;
END
$$;

CREATE TRIGGER "category_identity_claimed" BEFORE INSERT OR UPDATE OF "name" ON "category"
    FOR EACH ROW WHEN (NEW."name" IS NOT NULL OR NEW."identity" IS NOT NULL) EXECUTE FUNCTION claim_identity();

-- If a category leaves its identity and another one was named alike, that one gets it. Otherwise a third could take it.
CREATE FUNCTION pass_identity_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "category" SET "identity" = OLD."identity" WHERE "id" = (
        SELECT min("id") FROM "category"
        WHERE "identity" IS NULL AND "name" IS NOT NULL AND text_identity("name") = OLD."identity");
    RETURN NULL;
END
$$;

CREATE TRIGGER "category_deleted_identity" AFTER DELETE ON "category"
    FOR EACH ROW WHEN (OLD."identity" IS NOT NULL) EXECUTE FUNCTION pass_identity_on();

CREATE TRIGGER "category_renamed_identity" AFTER UPDATE OF "name" ON "category"
    FOR EACH ROW WHEN (OLD."identity" IS NOT NULL AND OLD."identity" IS DISTINCT FROM NEW."identity")
    EXECUTE FUNCTION pass_identity_on();
