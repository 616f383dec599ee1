/** The most cage cards of one print: their photos are loaded at once. */
export const MAX_CARDS = 200;
