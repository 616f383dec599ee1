-- Partial, so that no foreign key can refer to it: renaming a category then does not wait for those that add pets to it.
CREATE UNIQUE INDEX CONCURRENTLY "category_identity_key" ON "category"("identity") WHERE "identity" IS NOT NULL;
