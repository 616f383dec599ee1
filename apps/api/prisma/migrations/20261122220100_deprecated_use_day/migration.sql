-- The expiry sweep deletes old days.
CREATE INDEX CONCURRENTLY "deprecated_use_day_idx" ON "deprecated_use"("day");
