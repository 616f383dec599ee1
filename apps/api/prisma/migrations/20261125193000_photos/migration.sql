CREATE TABLE "media" (
    "sha256" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "placeholder" TEXT NOT NULL,
    "sizes" JSONB NOT NULL,

    CONSTRAINT "media_pkey" PRIMARY KEY ("sha256"),
    CONSTRAINT "media_sha256_length" CHECK (octet_length("sha256") = 32),
    CONSTRAINT "media_width_range" CHECK ("width" BETWEEN 1 AND 16383),
    CONSTRAINT "media_height_range" CHECK ("height" BETWEEN 1 AND 16383),
    CONSTRAINT "media_placeholder_length" CHECK (char_length("placeholder") <= 2000),
    CONSTRAINT "media_sizes_are_an_array" CHECK (jsonb_typeof("sizes") = 'array')
);

CREATE TABLE "media_chunk" (
    "sha256" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "media_chunk_pkey" PRIMARY KEY ("sha256", "width", "place"),
    CONSTRAINT "media_chunk_bytes_length" CHECK (octet_length("bytes") BETWEEN 1 AND 262144)
);

-- WebP does not get smaller.
ALTER TABLE "media_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

CREATE TABLE "photo" (
    "id" BIGSERIAL NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "alt" TEXT,
    "position" INTEGER NOT NULL,
    "focal_x" DOUBLE PRECISION,
    "focal_y" DOUBLE PRECISION,
    "rotation" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "pet_missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "photo_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "photo_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "photo_alt_length" CHECK (char_length("alt") BETWEEN 1 AND 500),
    CONSTRAINT "photo_alt_has_no_control_character" CHECK ("alt" !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT "photo_position_range" CHECK ("position" BETWEEN 1 AND 20),
    CONSTRAINT "photo_focal_point_is_within" CHECK (
        CASE WHEN "focal_x" IS NULL THEN "focal_y" IS NULL ELSE "focal_x" BETWEEN 0 AND 1 AND "focal_y" BETWEEN 0 AND 1 END
    ),
    CONSTRAINT "photo_rotation_is_a_turn" CHECK ("rotation" IN (0, 90, 180, 270))
);

ALTER SEQUENCE "photo_id_seq" MAXVALUE 9007199254740991;

CREATE UNIQUE INDEX "photo_pet_id_sha256_key" ON "photo"("pet_id", "sha256");

CREATE INDEX "photo_sha256_idx" ON "photo"("sha256");

CREATE INDEX "photo_deleted_at_idx" ON "photo"("deleted_at");

ALTER TABLE "photo" ADD CONSTRAINT "photo_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "media"("sha256") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "media_chunk" ADD CONSTRAINT "media_chunk_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "media"("sha256") ON DELETE CASCADE ON UPDATE RESTRICT;
