const MAX_HEAD_BYTES = 16_384;
/** The space that a header needs in addition to these fields. */
const RESERVED_BYTES = 400;
const FIELD = "a1:\r\n";

/** The maximum number of header fields in a header of 16 KB. */
export const manyFields = FIELD.repeat(Math.floor((MAX_HEAD_BYTES - RESERVED_BYTES) / FIELD.length));

/** A number of header fields that a service may still accept. */
export const someFields = FIELD.repeat(100);
