// These values are separate from the schemas, so that a page of the admin that needs only them does not load zod.

/** The maximum number of values of `id` in one request of `listPets`. */
export const MAX_LISTED_IDS = 100;

/** The maximum number of pets that one request of `listPets` can skip. */
export const MAX_OFFSET = 10_000;

/** The maximum number of changes in one request of `changePets`. */
export const MAX_CHANGES = 1_000;
