CREATE INDEX CONCURRENTLY "customer_search_trgm_idx" ON "customer" USING gin (search_text("found_by") gin_trgm_ops);
