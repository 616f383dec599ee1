ALTER TABLE "store_order" VALIDATE CONSTRAINT "store_order_price_is_not_negative";

ALTER TABLE "store_order" VALIDATE CONSTRAINT "store_order_price_has_a_currency";

ALTER TABLE "store_order" VALIDATE CONSTRAINT "store_order_price_currency_is_a_code";

ALTER TABLE "store_order" VALIDATE CONSTRAINT "store_order_payment_has_means";

ALTER TABLE "store_order" VALIDATE CONSTRAINT "store_order_payment_has_a_price";
