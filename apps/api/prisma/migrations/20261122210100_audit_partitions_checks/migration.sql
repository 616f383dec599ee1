-- Reads the table through, beside readers and writers.
ALTER TABLE "audit_event"
    VALIDATE CONSTRAINT "audit_event_bound",
    VALIDATE CONSTRAINT "audit_event_subject_may_have_no_id";
