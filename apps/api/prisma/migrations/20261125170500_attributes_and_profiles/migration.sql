-- The constraints are the rules of the contract. Values of profiles have none here: their rules are rows of "attribute".
CREATE TABLE "attribute" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "help" TEXT,
    "type" TEXT NOT NULL,
    "unit" TEXT,
    "minimum" DOUBLE PRECISION,
    "maximum" DOUBLE PRECISION,
    "decimals" SMALLINT,
    "options" JSONB NOT NULL DEFAULT '[]',
    "category_ids" BIGINT[],
    "is_public" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL DEFAULT 0,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "attribute_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "attribute_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "attribute_name_is_a_slug" CHECK (char_length("name") <= 40 AND "name" ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$'),
    CONSTRAINT "attribute_label_length" CHECK (char_length("label") BETWEEN 1 AND 60),
    CONSTRAINT "attribute_label_has_no_control_character" CHECK ("label" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "attribute_label_is_trimmed" CHECK (
        "label" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "label" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ),
    CONSTRAINT "attribute_help_length" CHECK (char_length("help") BETWEEN 1 AND 500),
    CONSTRAINT "attribute_help_has_no_control_character" CHECK ("help" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "attribute_help_is_trimmed" CHECK (
        "help" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "help" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ),
    CONSTRAINT "attribute_type_is_known" CHECK (
        "type" IN ('text', 'longText', 'number', 'date', 'boolean', 'choice', 'choices', 'labels')
    ),
    CONSTRAINT "attribute_unit_length" CHECK (char_length("unit") BETWEEN 1 AND 20),
    CONSTRAINT "attribute_unit_has_no_control_character" CHECK ("unit" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "attribute_unit_is_trimmed" CHECK (
        "unit" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "unit" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ),
    CONSTRAINT "attribute_bounds_are_in_order" CHECK (
        "minimum" BETWEEN -1e12 AND 1e12 AND "maximum" BETWEEN -1e12 AND 1e12 AND "minimum" <= "maximum"
    ),
    CONSTRAINT "attribute_decimals_range" CHECK ("decimals" BETWEEN 0 AND 6),
    CONSTRAINT "attribute_number_alone_has_its_fields" CHECK (
        CASE WHEN "type" = 'number' THEN "decimals" IS NOT NULL
        ELSE num_nonnulls("unit", "minimum", "maximum", "decimals") = 0 END
    ),
    CONSTRAINT "attribute_options_are_values_with_labels" CHECK (
        jsonb_typeof("options") = 'array' AND jsonb_array_length("options") <= 200
        AND jsonb_array_length("options") = jsonb_array_length(jsonb_path_query_array("options",
            '$[*] ? (@.value like_regex "^.{1,60}$" && @.label like_regex "^.{1,60}$")'))
    ),
    CONSTRAINT "attribute_options_suit_the_type" CHECK (
        CASE "type" WHEN 'labels' THEN true WHEN 'choice' THEN "options" <> '[]' WHEN 'choices' THEN "options" <> '[]'
        ELSE "options" = '[]' END
    ),
    CONSTRAINT "attribute_category_ids_are_few" CHECK (
        cardinality("category_ids") <= 100 AND array_position("category_ids", NULL) IS NULL
    ),
    CONSTRAINT "attribute_position_range" CHECK ("position" BETWEEN 0 AND 1000000)
);

ALTER SEQUENCE "attribute_id_seq" MAXVALUE 9007199254740991;

CREATE UNIQUE INDEX "attribute_name_key" ON "attribute"("name");

CREATE TABLE "pet_profile" (
    "pet_id" BIGINT NOT NULL,
    "external_id" TEXT,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pet_profile_pkey" PRIMARY KEY ("pet_id"),
    CONSTRAINT "pet_profile_external_id_length" CHECK (char_length("external_id") BETWEEN 1 AND 100),
    CONSTRAINT "pet_profile_external_id_has_no_control_character" CHECK ("external_id" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "pet_profile_external_id_is_trimmed" CHECK (
        "external_id" !~ '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
        AND "external_id" !~ '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    ),
    CONSTRAINT "pet_profile_attributes_are_an_object" CHECK (jsonb_typeof("attributes") = 'object')
);

CREATE UNIQUE INDEX "pet_profile_external_id_key" ON "pet_profile"("external_id");

ALTER TABLE "pet_profile" ADD CONSTRAINT "pet_profile_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pet"("id") ON DELETE CASCADE ON UPDATE RESTRICT;
