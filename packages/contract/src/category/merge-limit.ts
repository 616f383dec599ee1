/** The most pets of a category that a clerk may merge: nothing undoes a merge. */
export const MAX_MERGED_BY_CLERKS = 100;
