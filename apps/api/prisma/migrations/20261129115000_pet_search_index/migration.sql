-- Searches ignore case and accents: docs/decisions/0145-one-identity-of-texts.md. The indexes of the texts as they were
-- written are dropped, because two of them would slow down each write. Until the last process of the version before has
-- stopped, its searches read the whole table.
CREATE INDEX CONCURRENTLY "pet_search_trgm_idx" ON "pet" USING gin (search_text("name") gin_trgm_ops);
