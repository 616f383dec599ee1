/** A clerk may merge only categories with at most this many pets, because a merge cannot be undone. */
export const MAX_MERGED_BY_CLERKS = 100;
