-- The only subject that an undo puts back. Most undos put back all that their action has changed, and have none.
ALTER TABLE "action_undo" ADD COLUMN "subject_kind" TEXT, ADD COLUMN "subject_id" BIGINT;
