/**
 * The values of `PetStatus`. They are separate from the schema, so that a page of the admin that needs only them does
 * not load zod.
 */
export const petStatuses = ["available", "pending", "sold"] as const;
