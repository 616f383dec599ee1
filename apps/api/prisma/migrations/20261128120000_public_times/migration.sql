-- What changes without a reader's knowledge does not change the time that the reader sees; null is updated_at itself. An order
-- keeps the customers that it had before, for as long as it has the note of that time (docs/decisions/0111-reach-of-an-erasure.md).
ALTER TABLE "pet_profile" ADD COLUMN "public_updated_at" TIMESTAMPTZ(3);

ALTER TABLE "store_order" ADD COLUMN "public_updated_at" TIMESTAMPTZ(3), ADD COLUMN "former_customer_ids" BIGINT[];
