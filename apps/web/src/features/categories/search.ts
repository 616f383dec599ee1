export type CategorySearch = {
  /** A part of the name or number. */
  readonly q?: string | undefined;
  readonly sort?: "count" | undefined;
  /** The dialog for a new category is open. */
  readonly new?: true | undefined;
};

/** The address of the categories page. */
export const parseCategorySearch = (given: Record<string, unknown>): CategorySearch => ({
  ...((typeof given["q"] === "string" || typeof given["q"] === "number") &&
    given["q"] !== "" && { q: String(given["q"]) }),
  ...(given["sort"] === "count" && { sort: "count" }),
  ...(String(given["new"]) === "true" && { new: true }),
});
