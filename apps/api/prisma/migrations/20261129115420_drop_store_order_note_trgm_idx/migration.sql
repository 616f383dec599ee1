DROP INDEX CONCURRENTLY IF EXISTS "store_order_note_trgm_idx";
