-- The fields that a form for a new pet asks for. The default needs no rewrite of the table (PostgreSQL 11 and later).
ALTER TABLE "attribute" ADD COLUMN "is_asked_at_intake" BOOLEAN NOT NULL DEFAULT true;
