-- Revoking a key with its descendants finds the children of each.
CREATE INDEX CONCURRENTLY "api_key_parent_id_idx" ON "api_key"("parent_id");
