const MAX_HEAD_BYTES = 16_384;
/** The room that a head needs besides these fields. */
const RESERVED_BYTES = 400;
const FIELD = "a1:\r\n";

/** The most header fields that fit into a head of 16 KB. */
export const manyFields = FIELD.repeat(Math.floor((MAX_HEAD_BYTES - RESERVED_BYTES) / FIELD.length));

/** So many header fields that a service may still accept them. */
export const someFields = FIELD.repeat(100);
