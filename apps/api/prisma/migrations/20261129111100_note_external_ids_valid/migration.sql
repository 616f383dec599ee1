ALTER TABLE "note"
    VALIDATE CONSTRAINT "note_external_id_length",
    VALIDATE CONSTRAINT "note_external_id_has_no_control_character",
    VALIDATE CONSTRAINT "note_external_id_is_trimmed";
