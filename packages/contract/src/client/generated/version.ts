// Generated from the contract by `openapi:write`; a test fails while it differs from it.

/** The version of this package. */
export const version = "1.1.0-next";
