-- Finds what was paid in a period. Orders that are not paid write nothing here.
CREATE INDEX CONCURRENTLY "store_order_paid_at_idx" ON "store_order"("paid_at") WHERE "paid_at" IS NOT NULL;
