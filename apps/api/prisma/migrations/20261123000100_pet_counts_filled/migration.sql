-- Apart from the triggers, which lock pet: every writer since then has recorded its changes, so no lock is needed to count.
SELECT recount_pets();
