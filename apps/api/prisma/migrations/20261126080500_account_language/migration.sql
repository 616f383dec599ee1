-- The language of the web admin that a person has chosen; NULL follows the browser.
ALTER TABLE "account" ADD COLUMN "language" TEXT;

ALTER TABLE "account" ADD CONSTRAINT "account_language_is_a_tag" CHECK ("language" ~ '^[a-z]{2}$') NOT VALID;
