-- A step of a durable job that has begun and not ended. Few rows, each for as long as a step.
CREATE TABLE "job_step" (
    "kind" TEXT NOT NULL,
    "job_id" BIGINT NOT NULL,
    "beginnings" INTEGER NOT NULL DEFAULT 1,
    "token" UUID NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "free_at" TIMESTAMPTZ(3) NOT NULL,
    "waiting_since" TIMESTAMPTZ(3),

    CONSTRAINT "job_step_pkey" PRIMARY KEY ("kind", "job_id")
);
