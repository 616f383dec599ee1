/** The values of `PetStatus`. They stand apart from the schema, so that a page that uses them alone loads no zod. */
export const petStatuses = ["available", "pending", "sold"] as const;
