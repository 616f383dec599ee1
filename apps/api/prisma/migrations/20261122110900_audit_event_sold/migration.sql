-- GET /v1/statistics counts sales without reading the events themselves.
CREATE INDEX "audit_event_sold_idx" ON "audit_event"("at")
    WHERE "action" = 'pet.update' AND "after" ->> 'status' = 'sold' AND "before" ->> 'status' <> 'sold';
