DROP INDEX CONCURRENTLY IF EXISTS "store_order_reference_trgm_idx";
