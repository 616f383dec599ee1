/** The largest page, unless a listing sets its own. It stands alone, so that a page that uses it loads no zod. */
export const MAX_PAGE_SIZE = 100;
