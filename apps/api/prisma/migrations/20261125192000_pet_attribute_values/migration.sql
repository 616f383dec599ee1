-- What filters and orders by attributes find (docs/decisions/0075-filters-by-attributes.md). By hand: Prisma has no triggers, no
-- collations and no statistics. The one index is walked in the order of pets for a value, and in the order of values for sorts.
CREATE TABLE "pet_attribute_value" (
    "attribute_id" BIGINT NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "pet_id" BIGINT NOT NULL,

    CONSTRAINT "pet_attribute_value_pkey" PRIMARY KEY ("attribute_id", "value", "pet_id")
);

-- The planner chooses between walks by how common a value is, of all attributes together.
ALTER TABLE "pet_attribute_value" ALTER COLUMN "value" SET STATISTICS 500;

-- A value as a text whose order, byte by byte, is the order of values. A number is the hexadecimal of its IEEE 754 bits: with the
-- sign bit set, or all inverted if it is negative. pets/attribute-key.ts writes the same.
CREATE FUNCTION attribute_key("type" text, "value" jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN "type" = 'number' AND "value"::float8 < 0
            THEN translate(encode(float8send("value"::float8), 'hex'), '0123456789abcdef', 'fedcba9876543210')
        WHEN "type" = 'number' THEN encode(set_bit(float8send(abs("value"::float8)), 7, 1), 'hex')
        WHEN "type" IN ('text', 'labels') THEN lower("value" #>> '{}')
        ELSE "value" #>> '{}'
    END
$$;

-- The types of the attributes that are found, by their ids.
CREATE FUNCTION attribute_types() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT coalesce(jsonb_object_agg("id"::text, "type"), '{}') FROM "attribute" WHERE "type" <> 'longText'
$$;

-- The rows of one profile, each once: labels may differ in case alone. A path in lax mode takes a value for an array of one.
CREATE FUNCTION attribute_keys("attributes" jsonb, "types" jsonb) RETURNS TABLE ("attribute_id" bigint, "value" text)
LANGUAGE sql STABLE AS $$
    SELECT "one"."key"::bigint, CASE jsonb_typeof("one"."value")
        WHEN 'array' THEN "entry" #>> '{}' ELSE attribute_key($2 ->> "one"."key", "one"."value") END
    FROM jsonb_each($1) AS "one", jsonb_path_query(CASE jsonb_typeof("one"."value")
        WHEN 'array' THEN (SELECT jsonb_agg(DISTINCT attribute_key($2 ->> "one"."key", "each")) FROM jsonb_array_elements("one"."value") AS "each")
        ELSE "one"."value" END, '$[*]') AS "entry"
    WHERE $2 ? "one"."key"
$$;

-- Rows are written in the order of the index, a sixth faster. Without sequential scans: the planner does not know how few values a
-- profile has.
CREATE FUNCTION keep_attribute_values() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET work_mem = '32MB' AS $$
DECLARE
    "types" jsonb := attribute_types();
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "pet_attribute_value" ("attribute_id", "value", "pet_id")
        SELECT "key"."attribute_id", "key"."value" COLLATE "C", "pet_id"
        FROM "new_profile", attribute_keys("attributes", "types") AS "key" ORDER BY 1, 2;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH "was" AS MATERIALIZED (
            SELECT "key"."attribute_id", "key"."value", "pet_id" FROM "old_profile", attribute_keys("attributes", "types") AS "key"
        ), "is" AS MATERIALIZED (
            SELECT "key"."attribute_id", "key"."value", "pet_id" FROM "new_profile", attribute_keys("attributes", "types") AS "key"
        ), "gone" AS (
            DELETE FROM "pet_attribute_value" AS "stored" USING (SELECT * FROM "was" EXCEPT SELECT * FROM "is") AS "lost"
            WHERE "stored"."attribute_id" = "lost"."attribute_id" AND "stored"."value" = "lost"."value" COLLATE "C"
                AND "stored"."pet_id" = "lost"."pet_id"
        )
        INSERT INTO "pet_attribute_value" ("attribute_id", "value", "pet_id") SELECT * FROM "is" EXCEPT SELECT * FROM "was";
    ELSIF TG_OP = 'DELETE' THEN
        DELETE FROM "pet_attribute_value" AS "stored" USING "old_profile", attribute_keys("attributes", "types") AS "key"
        WHERE "stored"."attribute_id" = "key"."attribute_id" AND "stored"."value" = "key"."value" COLLATE "C"
            AND "stored"."pet_id" = "old_profile"."pet_id";
    ELSE
        TRUNCATE "pet_attribute_value";
    END IF;
    RETURN NULL;
END
$$;

-- A JSON array of `[id]`, for pets whose profile has changed: beside those of notify_pets_changed, on the same channel.
CREATE FUNCTION notify_profiles_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "changes" text := '';
BEGIN
    IF TG_OP = 'DELETE' THEN
        SELECT json_agg(json_build_array("pet_id")) INTO "changes" FROM (SELECT "pet_id" FROM "old_profile" LIMIT 1000) AS "gone";
    ELSIF TG_OP <> 'TRUNCATE' THEN
        SELECT json_agg(json_build_array("pet_id")) INTO "changes" FROM (SELECT "pet_id" FROM "new_profile" LIMIT 1000) AS "changed";
    END IF;
    IF "changes" IS NOT NULL THEN
        PERFORM pg_notify('petstore_catalogue', CASE WHEN octet_length("changes") < 8000 THEN "changes" ELSE '' END);
    END IF;
    RETURN NULL;
END
$$;

-- Who sees which values may have changed, of any pet.
CREATE FUNCTION notify_attributes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('petstore_catalogue', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER "pet_profile_inserted_values" AFTER INSERT ON "pet_profile" REFERENCING NEW TABLE AS "new_profile"
    FOR EACH STATEMENT EXECUTE FUNCTION keep_attribute_values();

CREATE TRIGGER "pet_profile_updated_values" AFTER UPDATE ON "pet_profile"
    REFERENCING OLD TABLE AS "old_profile" NEW TABLE AS "new_profile"
    FOR EACH STATEMENT EXECUTE FUNCTION keep_attribute_values();

CREATE TRIGGER "pet_profile_deleted_values" AFTER DELETE ON "pet_profile" REFERENCING OLD TABLE AS "old_profile"
    FOR EACH STATEMENT EXECUTE FUNCTION keep_attribute_values();

CREATE TRIGGER "pet_profile_truncated_values" AFTER TRUNCATE ON "pet_profile"
    FOR EACH STATEMENT EXECUTE FUNCTION keep_attribute_values();

CREATE TRIGGER "pet_profile_inserted" AFTER INSERT ON "pet_profile" REFERENCING NEW TABLE AS "new_profile"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_profiles_changed();

CREATE TRIGGER "pet_profile_updated" AFTER UPDATE ON "pet_profile" REFERENCING NEW TABLE AS "new_profile"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_profiles_changed();

CREATE TRIGGER "pet_profile_deleted" AFTER DELETE ON "pet_profile" REFERENCING OLD TABLE AS "old_profile"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_profiles_changed();

CREATE TRIGGER "pet_profile_truncated" AFTER TRUNCATE ON "pet_profile"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_profiles_changed();

CREATE TRIGGER "attribute_changed" AFTER UPDATE OR DELETE OR TRUNCATE ON "attribute"
    FOR EACH STATEMENT EXECUTE FUNCTION notify_attributes_changed();

-- An import switches the other triggers off.
ALTER TABLE "pet_profile"
    ENABLE ALWAYS TRIGGER "pet_profile_inserted_values",
    ENABLE ALWAYS TRIGGER "pet_profile_updated_values",
    ENABLE ALWAYS TRIGGER "pet_profile_deleted_values",
    ENABLE ALWAYS TRIGGER "pet_profile_truncated_values",
    ENABLE ALWAYS TRIGGER "pet_profile_inserted",
    ENABLE ALWAYS TRIGGER "pet_profile_updated",
    ENABLE ALWAYS TRIGGER "pet_profile_deleted",
    ENABLE ALWAYS TRIGGER "pet_profile_truncated";
ALTER TABLE "attribute" ENABLE ALWAYS TRIGGER "attribute_changed";

-- Writers of profiles wait until the commit.
CREATE FUNCTION derive_attribute_values() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE "pet_profile" IN SHARE ROW EXCLUSIVE MODE;
    TRUNCATE "pet_attribute_value";
    INSERT INTO "pet_attribute_value" ("attribute_id", "value", "pet_id")
    SELECT "key"."attribute_id", "key"."value" COLLATE "C", "pet_id"
    FROM "pet_profile", attribute_types() AS "types", attribute_keys("attributes", "types") AS "key" ORDER BY 1, 2, 3;
END
$$;

SELECT derive_attribute_values();
