// Generated from the contract by `openapi:write`; a test fails while it differs from it.

/** The version of this package. */
export const version = "2.0.0-next";
