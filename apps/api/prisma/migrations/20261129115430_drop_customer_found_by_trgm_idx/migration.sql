DROP INDEX CONCURRENTLY IF EXISTS "customer_found_by_trgm_idx";
