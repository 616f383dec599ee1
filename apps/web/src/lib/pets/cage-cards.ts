/** The maximum number of cage cards that are printed at once, because all their photos are loaded at once. */
export const MAX_CARDS = 200;
