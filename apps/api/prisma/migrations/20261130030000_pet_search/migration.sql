-- What a search finds: docs/decisions/0159-the-search.md. By hand: Prisma has neither triggers nor tsvector.

-- The words of each pet, and those of its name as one text. The service writes them from what the pet has (src/pets/search). There is no foreign key, which would lock
-- the pet for each document.
CREATE TABLE "pet_search" (
    "pet_id" BIGINT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "words" TSVECTOR NOT NULL,

    CONSTRAINT "pet_search_pkey" PRIMARY KEY ("pet_id")
);

-- The pets with exactly one name, in the order of a search.
CREATE INDEX "pet_search_name_pet_id_idx" ON "pet_search" ("name", "pet_id");

-- A search reads what is not yet in the tree of the index, so that part is kept short.
CREATE INDEX "pet_search_words_idx" ON "pet_search" USING gin ("words") WITH (gin_pending_list_limit = 256);

-- The pets whose words may have changed. Writers only add rows, so none waits for another.
CREATE TABLE "search_change" (
    "pet_id" BIGINT NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Requests to write the words of many pets again, in the order of their ids: those of one category, or all. While one of them
-- restricts, readers that see only what is public must find pets by their names alone.
CREATE TABLE "search_rebuild" (
    "id" BIGSERIAL NOT NULL,
    "category_id" BIGINT,
    "is_restricting" BOOLEAN NOT NULL DEFAULT false,
    "reached_pet_id" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "search_rebuild_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "search_rebuild_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991)
);

ALTER SEQUENCE "search_rebuild_id_seq" MAXVALUE 9007199254740991;

-- The words in use, and how many pets have them in their names, in what everyone with a key sees, and in what only staff see.
CREATE TABLE "search_word" (
    "word" TEXT COLLATE "C" NOT NULL,
    "names" BIGINT NOT NULL,
    "everyone" BIGINT NOT NULL,
    "staff" BIGINT NOT NULL,

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("word")
);

-- What is left of a word when one or two of its letters are deleted: words that have this in common may be misspellings of each other.
CREATE TABLE "search_deletion" (
    "deletion" TEXT COLLATE "C" NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_deletion_pkey" PRIMARY KEY ("deletion", "word")
);

CREATE FUNCTION note_pet_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "search_change" SELECT "id" FROM "new_row";
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO "search_change" SELECT "id" FROM "new_row" AS "is" JOIN "old_row" AS "was" USING ("id")
        WHERE "is"."name" <> "was"."name" OR "is"."category_id" <> "was"."category_id";
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "search_change" SELECT "id" FROM "old_row";
    ELSE
        TRUNCATE "pet_search", "search_change", "search_word", "search_deletion";
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION note_profile_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "search_change" SELECT "pet_id" FROM "new_row";
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO "search_change" SELECT "pet_id" FROM "new_row" AS "is" JOIN "old_row" AS "was" USING ("pet_id")
        WHERE "is"."external_id" IS DISTINCT FROM "was"."external_id" OR "is"."attributes" <> "was"."attributes";
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "search_change" SELECT "pet_id" FROM "old_row";
    ELSE
        INSERT INTO "search_rebuild" DEFAULT VALUES;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION note_note_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "search_change" SELECT DISTINCT "pet_id" FROM "new_row";
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO "search_change" SELECT DISTINCT "is"."pet_id" FROM "new_row" AS "is" JOIN "old_row" AS "was" USING ("id")
        WHERE "is"."text" <> "was"."text" OR "is"."pet_id" <> "was"."pet_id";
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "search_change" SELECT DISTINCT "pet_id" FROM "old_row";
    ELSE
        INSERT INTO "search_rebuild" DEFAULT VALUES;
    END IF;
    RETURN NULL;
END
$$;

-- A category gets another name, so all its pets get other words.
CREATE FUNCTION note_category_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "search_rebuild" ("category_id") SELECT "id" FROM "new_row" AS "is" JOIN "old_row" AS "was" USING ("id")
    WHERE "is"."name" IS DISTINCT FROM "was"."name" AND EXISTS (SELECT FROM "pet" WHERE "pet"."category_id" = "is"."id");
    RETURN NULL;
END
$$;

-- Who sees a value of an attribute, or the label of an option, may change for any pet. An attribute that comes back is no longer deleted.
CREATE FUNCTION note_attribute_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "is_restricting" boolean;
BEGIN
    IF TG_TABLE_NAME = 'deleted_attribute' THEN
        SELECT false INTO "is_restricting" FROM "old_row" WHERE "purged_pet_id" IS NULL LIMIT 1;
    ELSIF TG_OP = 'UPDATE' THEN
        SELECT bool_or("was"."is_public" AND NOT "is"."is_public") INTO "is_restricting"
        FROM "new_row" AS "is" JOIN "old_row" AS "was" USING ("id")
        WHERE "is"."is_public" <> "was"."is_public" OR "is"."type" <> "was"."type" OR "is"."options" <> "was"."options";
    ELSE
        SELECT bool_or("is_public") INTO "is_restricting" FROM "old_row";
    END IF;
    INSERT INTO "search_rebuild" ("is_restricting") SELECT "is_restricting" WHERE "is_restricting" IS NOT NULL;
    RETURN NULL;
END
$$;

CREATE TRIGGER "pet_inserted_search" AFTER INSERT ON "pet" REFERENCING NEW TABLE AS "new_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_pet_search();
CREATE TRIGGER "pet_updated_search" AFTER UPDATE ON "pet" REFERENCING OLD TABLE AS "old_row" NEW TABLE AS "new_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_pet_search();
CREATE TRIGGER "pet_deleted_search" AFTER DELETE ON "pet" REFERENCING OLD TABLE AS "old_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_pet_search();
CREATE TRIGGER "pet_truncated_search" AFTER TRUNCATE ON "pet" FOR EACH STATEMENT EXECUTE FUNCTION note_pet_search();

CREATE TRIGGER "pet_profile_inserted_search" AFTER INSERT ON "pet_profile" REFERENCING NEW TABLE AS "new_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_profile_search();
CREATE TRIGGER "pet_profile_updated_search" AFTER UPDATE ON "pet_profile" REFERENCING OLD TABLE AS "old_row" NEW TABLE AS "new_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_profile_search();
CREATE TRIGGER "pet_profile_deleted_search" AFTER DELETE ON "pet_profile" REFERENCING OLD TABLE AS "old_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_profile_search();
CREATE TRIGGER "pet_profile_truncated_search" AFTER TRUNCATE ON "pet_profile" FOR EACH STATEMENT EXECUTE FUNCTION note_profile_search();

CREATE TRIGGER "note_inserted_search" AFTER INSERT ON "note" REFERENCING NEW TABLE AS "new_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_note_search();
CREATE TRIGGER "note_updated_search" AFTER UPDATE ON "note" REFERENCING OLD TABLE AS "old_row" NEW TABLE AS "new_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_note_search();
CREATE TRIGGER "note_deleted_search" AFTER DELETE ON "note" REFERENCING OLD TABLE AS "old_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_note_search();
CREATE TRIGGER "note_truncated_search" AFTER TRUNCATE ON "note" FOR EACH STATEMENT EXECUTE FUNCTION note_note_search();

CREATE TRIGGER "category_updated_search" AFTER UPDATE ON "category" REFERENCING OLD TABLE AS "old_row" NEW TABLE AS "new_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_category_search();

CREATE TRIGGER "attribute_updated_search" AFTER UPDATE ON "attribute" REFERENCING OLD TABLE AS "old_row" NEW TABLE AS "new_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_attribute_search();
CREATE TRIGGER "attribute_deleted_search" AFTER DELETE ON "attribute" REFERENCING OLD TABLE AS "old_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_attribute_search();
CREATE TRIGGER "deleted_attribute_deleted_search" AFTER DELETE ON "deleted_attribute" REFERENCING OLD TABLE AS "old_row"
    FOR EACH STATEMENT EXECUTE FUNCTION note_attribute_search();

-- An import switches the other triggers off.
ALTER TABLE "pet"
    ENABLE ALWAYS TRIGGER "pet_inserted_search",
    ENABLE ALWAYS TRIGGER "pet_updated_search",
    ENABLE ALWAYS TRIGGER "pet_deleted_search",
    ENABLE ALWAYS TRIGGER "pet_truncated_search";
ALTER TABLE "pet_profile"
    ENABLE ALWAYS TRIGGER "pet_profile_inserted_search",
    ENABLE ALWAYS TRIGGER "pet_profile_updated_search",
    ENABLE ALWAYS TRIGGER "pet_profile_deleted_search",
    ENABLE ALWAYS TRIGGER "pet_profile_truncated_search";
ALTER TABLE "note"
    ENABLE ALWAYS TRIGGER "note_inserted_search",
    ENABLE ALWAYS TRIGGER "note_updated_search",
    ENABLE ALWAYS TRIGGER "note_deleted_search",
    ENABLE ALWAYS TRIGGER "note_truncated_search";
ALTER TABLE "category" ENABLE ALWAYS TRIGGER "category_updated_search";
ALTER TABLE "attribute"
    ENABLE ALWAYS TRIGGER "attribute_updated_search",
    ENABLE ALWAYS TRIGGER "attribute_deleted_search";
ALTER TABLE "deleted_attribute" ENABLE ALWAYS TRIGGER "deleted_attribute_deleted_search";

-- The pets that exist get their words after the start, in steps. A store that never had a pet needs none.
INSERT INTO "search_rebuild" ("is_restricting") SELECT false FROM "pet_id_seq" WHERE "is_called";
