ALTER TABLE "event_feed" VALIDATE CONSTRAINT "event_feed_epoch";
