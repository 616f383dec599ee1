/** What the objects of a row and of its event take beside its texts: a million notes of one letter are no megabyte. */
export const ROW_BYTES = 600;
