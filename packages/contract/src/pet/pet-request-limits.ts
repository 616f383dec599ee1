// These values are separate from the schemas, so that a page of the admin that needs only them does not load zod.

/** The maximum number of values of `id` in one request of `listPets`. */
export const MAX_LISTED_IDS = 100;

/** The maximum number of pets that one request of `listPets` can skip. */
export const MAX_OFFSET = 10_000;

/** The maximum number of changes in one request of `changePets`. */
export const MAX_CHANGES = 1_000;

/** How long the import of the rows may take, in seconds. Then it is undone. */
export const IMPORT_SECONDS = 90;

/**
 * The maximum time until an import is answered, in seconds. It waits for the body (30), for a turn (15) and for the
 * transaction.
 */
export const IMPORT_ANSWER_SECONDS = 150;
