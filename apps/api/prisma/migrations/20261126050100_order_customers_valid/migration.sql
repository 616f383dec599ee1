ALTER TABLE "store_order" VALIDATE CONSTRAINT "store_order_customer_id_fkey";

ALTER TABLE "store_order" VALIDATE CONSTRAINT "store_order_note_length";
