-- GET /orders by a text anywhere in the note.
CREATE INDEX CONCURRENTLY "store_order_note_trgm_idx" ON "store_order" USING gin ("note" gin_trgm_ops) WHERE "note" IS NOT NULL;
