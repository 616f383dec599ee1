// These values stand apart from the schemas, so that a page that needs only them does not load zod.

/** The most values of `id` in one request of `listPets`. */
export const MAX_LISTED_IDS = 100;

/** The most pets that one request of `listPets` skips. */
export const MAX_OFFSET = 10_000;

/** The most changes of one request of `changePets`. */
export const MAX_CHANGES = 1_000;
