export type CategorySearch = {
  /** A part of a name or a number. */
  readonly q?: string | undefined;
  readonly sort?: "count" | undefined;
  /** True if the dialog for a new category is open. */
  readonly new?: true | undefined;
};

/** Parses the search parameters of the categories page. */
export const parseCategorySearch = (given: Record<string, unknown>): CategorySearch => ({
  ...((typeof given["q"] === "string" || typeof given["q"] === "number") &&
    given["q"] !== "" && { q: String(given["q"]) }),
  ...(given["sort"] === "count" && { sort: "count" }),
  ...(String(given["new"]) === "true" && { new: true }),
});
