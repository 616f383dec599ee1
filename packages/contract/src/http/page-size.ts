// The page sizes are separate from the schemas, so that a page of the admin that needs only these does not load zod.

/** The number of items on a page if the request does not set `limit`, unless a listing says otherwise. */
export const DEFAULT_PAGE_SIZE = 20;

/** The maximum number of items on a page, unless a listing says otherwise. */
export const MAX_PAGE_SIZE = 100;
