-- Whether an attribute is for all categories. Prisma reads a list that is null as an empty one.
ALTER TABLE "attribute" ADD COLUMN "is_of_all_categories" BOOLEAN NOT NULL GENERATED ALWAYS AS ("category_ids" IS NULL) STORED;
