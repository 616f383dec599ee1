ALTER TABLE "account" VALIDATE CONSTRAINT "account_language_is_a_tag";
