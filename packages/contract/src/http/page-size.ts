/**
 * The default maximum size of a page. It is separate from the schemas, so that a page of the admin that needs only this
 * does not load zod.
 */
export const MAX_PAGE_SIZE = 100;
