/**
 * The values of `PetStatus`. They stand apart from the schema, so that a page that needs only them does not load zod.
 */
export const petStatuses = ["available", "pending", "sold"] as const;
