-- When categories and attributes were created and last changed. Rows from before have the time of this migration, which
-- is stored once for all of them, so no row is written. A version that does not know the columns gets the defaults.
ALTER TABLE "category"
  ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();

ALTER TABLE "attribute"
  ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();

-- When a photo was last changed; null if it never was since its upload, as for all photos from before.
ALTER TABLE "photo" ADD COLUMN "updated_at" TIMESTAMPTZ(3);
