-- Finds the category that gets the identity of another one.
CREATE INDEX CONCURRENTLY "category_without_identity_idx" ON "category"(text_identity("name")) WHERE "identity" IS NULL AND "name" IS NOT NULL;
