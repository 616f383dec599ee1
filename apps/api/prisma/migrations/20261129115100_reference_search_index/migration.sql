CREATE INDEX CONCURRENTLY "store_order_reference_search_trgm_idx" ON "store_order" USING gin (search_text("reference") gin_trgm_ops);
