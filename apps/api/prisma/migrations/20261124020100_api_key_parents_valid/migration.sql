ALTER TABLE "api_key" VALIDATE CONSTRAINT "api_key_parent_id_fkey";
