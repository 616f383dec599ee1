-- The first category of a name gets the identity. Another one that has the same name in another spelling keeps both its
-- name and its pets: the log of PostgreSQL names it, and so does `petstore check`.
DO $$
DECLARE
    "one" record;
BEGIN
    FOR "one" IN SELECT "id", text_identity("name") AS "wanted" FROM "category" WHERE "name" IS NOT NULL AND "identity" IS NULL ORDER BY "id"
    LOOP
        BEGIN
            UPDATE "category" SET "identity" = "one"."wanted" WHERE "id" = "one"."id" AND "identity" IS NULL AND text_identity("name") = "one"."wanted";
        EXCEPTION WHEN unique_violation THEN
            RAISE WARNING 'category % has the name of another category in another spelling; merge them, or rename one', "one"."id";
        END;
    END LOOP;
END
$$;
