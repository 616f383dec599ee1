-- Null for each key that exists: who made it is in the audit trail only.
ALTER TABLE "api_key" ADD COLUMN "parent_id" BIGINT;

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
