-- By hand: Prisma expresses neither partial indexes nor expressions.

-- GET /history without a filter: events about keys and accounts, such as sign-ins, may outnumber the others.
CREATE INDEX "audit_event_history_idx" ON "audit_event"("at", "id")
    WHERE "subject_kind" IN ('pet', 'category', 'order', 'catalogue');

-- GET /orders by the start of the reference. text_pattern_ops serves LIKE in any locale. Not partial: PostgreSQL would not
-- use its statistics, and could not tell a rare reference from a common one.
CREATE INDEX "store_order_reference_idx" ON "store_order"(lower("reference") text_pattern_ops);
