-- What a person did with more than one event. A member of it has the id of the event that stands for it; so has that event.
ALTER TABLE "audit_event" ADD COLUMN "action_id" BIGINT;

CREATE TABLE "action" (
    "id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" BIGINT,
    "key" UUID,
    "events" INTEGER NOT NULL,
    "parts" JSONB NOT NULL,

    CONSTRAINT "action_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "action_account_id_key_key" ON "action"("account_id", "key");

CREATE INDEX "action_at_idx" ON "action"("at");

CREATE TABLE "action_undo" (
    "id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" JSONB NOT NULL,
    "account_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "done" INTEGER NOT NULL DEFAULT 0,
    "left" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "left_out" JSONB NOT NULL DEFAULT '[]',
    "reached_at" TIMESTAMPTZ(3),
    "reached_id" BIGINT,
    "reached_pet_id" BIGINT,
    "key" UUID NOT NULL DEFAULT gen_random_uuid(),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "action_undo_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "action_undo_status" CHECK ("status" IN ('running', 'stopped', 'done')),
    CONSTRAINT "action_undo_has_ended" CHECK (("status" = 'running') = ("finished_at" IS NULL))
);

CREATE INDEX "action_undo_at_idx" ON "action_undo"("at");

-- By hand: Prisma expresses no partial index. What the service looks for every second.
CREATE INDEX "action_undo_running_idx" ON "action_undo"("id") WHERE "status" = 'running';
