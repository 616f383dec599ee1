-- Finds the action that an undo put back: an undo is an action of the same account with the same key.
CREATE INDEX CONCURRENTLY "action_undo_account_id_key_idx" ON "action_undo"("account_id", "key");
