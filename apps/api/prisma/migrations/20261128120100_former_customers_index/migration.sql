-- The orders that an erased customer had before. Most orders had none, and write nothing here.
CREATE INDEX CONCURRENTLY "store_order_former_customer_ids_idx" ON "store_order" USING gin ("former_customer_ids") WHERE "former_customer_ids" IS NOT NULL;
