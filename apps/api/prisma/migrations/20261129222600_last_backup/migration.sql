-- When the last backup on a clock was made (docs/decisions/0154-backups-on-a-clock.md). Null until then, and without a row.
ALTER TABLE "store" ADD COLUMN "last_backup_at" TIMESTAMPTZ(3);
