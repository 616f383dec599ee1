CREATE INDEX CONCURRENTLY "store_order_note_search_trgm_idx" ON "store_order" USING gin (search_text("note") gin_trgm_ops);
