-- What the store decides for all of its staff (docs/decisions/0095-status-names.md). It has no row before the first decision:
-- a restore wants empty tables.
CREATE TABLE "store" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "available_name" TEXT,
    "pending_name" TEXT,
    "sold_name" TEXT,
    "updated_at" TIMESTAMPTZ(3),

    CONSTRAINT "store_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "store_is_one" CHECK ("id" = 1),
    CONSTRAINT "store_available_name_length" CHECK (char_length("available_name") BETWEEN 1 AND 30),
    CONSTRAINT "store_pending_name_length" CHECK (char_length("pending_name") BETWEEN 1 AND 30),
    CONSTRAINT "store_sold_name_length" CHECK (char_length("sold_name") BETWEEN 1 AND 30)
);
