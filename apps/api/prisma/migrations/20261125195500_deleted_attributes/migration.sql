-- Attributes that can be restored. Their values stay in the profiles, where nothing shows them.
CREATE TABLE "deleted_attribute" (
    "id" BIGINT NOT NULL,
    "definition" JSONB NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "purged_pet_id" BIGINT,

    CONSTRAINT "deleted_attribute_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deleted_attribute_definition_is_an_object" CHECK (jsonb_typeof("definition") = 'object')
);

CREATE INDEX "deleted_attribute_deleted_at_idx" ON "deleted_attribute"("deleted_at");

-- Who writes a profile knows only the values of attributes that exist.
CREATE FUNCTION keep_deleted_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.attributes := coalesce((
        SELECT jsonb_object_agg(one.key, one.value)
        FROM jsonb_each(OLD.attributes) AS one JOIN deleted_attribute ON deleted_attribute.id::text = one.key
        WHERE deleted_attribute.purged_pet_id IS NULL
    ), '{}') || NEW.attributes;
    RETURN NEW;
END $$;

CREATE TRIGGER keep_deleted_values BEFORE UPDATE ON "pet_profile"
    FOR EACH ROW WHEN (OLD.attributes IS DISTINCT FROM NEW.attributes) EXECUTE FUNCTION keep_deleted_values();
