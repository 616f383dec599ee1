-- The price of an order and its payment (docs/decisions/0162-what-a-sale-is.md).
CREATE TYPE "payment_means" AS ENUM ('cash', 'card', 'transfer', 'other');

ALTER TABLE "store_order"
    ADD COLUMN "price_amount" DECIMAL(12,3),
    ADD COLUMN "price_currency" TEXT,
    ADD COLUMN "paid_at" TIMESTAMPTZ(3),
    ADD COLUMN "paid_by" "payment_means";

ALTER TABLE "store_order"
    ADD CONSTRAINT "store_order_price_is_not_negative" CHECK ("price_amount" >= 0) NOT VALID,
    ADD CONSTRAINT "store_order_price_has_a_currency" CHECK (("price_amount" IS NULL) = ("price_currency" IS NULL)) NOT VALID,
    ADD CONSTRAINT "store_order_price_currency_is_a_code" CHECK ("price_currency" ~ '^[A-Z]{3}$') NOT VALID,
    ADD CONSTRAINT "store_order_payment_has_means" CHECK (("paid_at" IS NULL) = ("paid_by" IS NULL)) NOT VALID,
    ADD CONSTRAINT "store_order_payment_has_a_price" CHECK ("paid_at" IS NULL OR "price_amount" IS NOT NULL) NOT VALID;
