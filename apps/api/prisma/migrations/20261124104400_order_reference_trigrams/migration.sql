-- GET /orders by a text anywhere in the reference. store_order_reference_idx stays: the version before searches with it.
CREATE INDEX CONCURRENTLY "store_order_reference_trgm_idx" ON "store_order" USING gin ("reference" gin_trgm_ops);
