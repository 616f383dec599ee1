-- Alone in its script: PostgreSQL refuses CONCURRENTLY in a transaction. The next migration mends what an interrupted one left.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "audit_event_at_id_key" ON "audit_event"("at", "id");
