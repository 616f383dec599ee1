const MAX_HEAD_BYTES = 16_384;
/** Room for what a head needs beside the fields. */
const RESERVED_BYTES = 400;
const FIELD = "a1:\r\n";

/** The most header fields that a head of 16 KB has room for. */
export const manyFields = FIELD.repeat(Math.floor((MAX_HEAD_BYTES - RESERVED_BYTES) / FIELD.length));

/** Header fields that a service may accept. */
export const someFields = FIELD.repeat(100);
