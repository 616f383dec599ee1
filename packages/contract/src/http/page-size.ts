/**
 * The largest page, unless a listing sets its own. It stands apart from the schemas, so that a page that needs only
 * this does not load zod.
 */
export const MAX_PAGE_SIZE = 100;
