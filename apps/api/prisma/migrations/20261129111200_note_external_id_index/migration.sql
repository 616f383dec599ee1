-- The external id comes first, because programs look for a note without knowing its pet.
CREATE UNIQUE INDEX CONCURRENTLY "note_external_id_pet_id_key" ON "note"("external_id", "pet_id");
