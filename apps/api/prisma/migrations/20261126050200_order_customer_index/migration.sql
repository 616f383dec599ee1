-- The orders of a customer. Without those of nobody, an order without one writes nothing here.
CREATE INDEX CONCURRENTLY "store_order_customer_id_id_idx" ON "store_order"("customer_id", "id") WHERE "customer_id" IS NOT NULL;
