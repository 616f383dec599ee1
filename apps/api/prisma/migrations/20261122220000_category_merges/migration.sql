-- Merges that move more pets than one transaction should: docs/decisions/0042-merges-in-steps.md. By hand: Prisma has no
-- generated columns. While a merge runs, they keep both categories from being deleted, and the source from a second merge.
CREATE TABLE "category_merge" (
    "id" BIGSERIAL NOT NULL,
    "category_id" BIGINT NOT NULL,
    "into_id" BIGINT NOT NULL,
    "actor" JSONB NOT NULL,
    "moved" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL,
    "reached_pet_id" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "running_category_id" BIGINT GENERATED ALWAYS AS (CASE WHEN "finished_at" IS NULL THEN "category_id" END) STORED,
    "running_into_id" BIGINT GENERATED ALWAYS AS (CASE WHEN "finished_at" IS NULL THEN "into_id" END) STORED,

    CONSTRAINT "category_merge_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "category_merge_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991),
    CONSTRAINT "category_merge_is_of_two" CHECK ("category_id" <> "into_id"),
    CONSTRAINT "category_merge_moved_is_not_negative" CHECK ("moved" >= 0),
    CONSTRAINT "category_merge_actor_is_an_object" CHECK (jsonb_typeof("actor") = 'object')
);

ALTER SEQUENCE "category_merge_id_seq" MAXVALUE 9007199254740991;

CREATE UNIQUE INDEX "category_merge_running_category_id_key" ON "category_merge"("running_category_id");

CREATE INDEX "category_merge_running_into_id_idx" ON "category_merge"("running_into_id");

CREATE INDEX "category_merge_finished_at_idx" ON "category_merge"("finished_at");

ALTER TABLE "category_merge" ADD CONSTRAINT "category_merge_running_category_id_fkey" FOREIGN KEY ("running_category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "category_merge" ADD CONSTRAINT "category_merge_running_into_id_fkey" FOREIGN KEY ("running_into_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
