// Values without a schema: a page that uses them alone loads no zod.

/** The largest page, unless a listing sets its own. */
export const MAX_PAGE_SIZE = 100;

/** The most values of `id` in one request of `listPets`. */
export const MAX_LISTED_IDS = 100;

/** The most pets that one request of `listPets` skips. */
export const MAX_OFFSET = 10_000;

/** The most changes of one request of `changePets`. */
export const MAX_CHANGES = 1_000;

/** The values of `PetStatus`. */
export const petStatuses = ["available", "pending", "sold"] as const;

/** The most pets of a category that a clerk may merge: nothing undoes a merge. */
export const MAX_MERGED_BY_CLERKS = 100;
