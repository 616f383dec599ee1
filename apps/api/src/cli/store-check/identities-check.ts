import type { StoreCheck } from "./check.js";
import { findFaultyRows, findInTurn } from "./faulty-rows.js";

/** @param table - `saved_view` or `list_view`. */
const viewsAlike = (table: string) => ({
  place: `${table}.name`,
  rule: "has the same name as another view of its account and page, spelled differently, so requests find only one of them",
  remedy: "delete one of them, or save it under another name",
  select: `SELECT '${table} ' || later.id || ' and ' || earlier.id AS example FROM ${table} AS later
    JOIN ${table} AS earlier USING (account_id, page)
    WHERE earlier.id < later.id AND text_identity(earlier.name) = text_identity(later.name)`,
});

const kinds = [
  {
    place: "category.name",
    rule: "is the name of another category, spelled differently, so imports may find the wrong one",
    remedy: "merge them with POST /v1/categories/{categoryId}/merge, or rename one",
    select: `SELECT 'category ' || category.id || coalesce(' and ' || other.id, '') AS example
      FROM category LEFT JOIN category AS other ON other.identity = text_identity(category.name)
      WHERE category.name IS NOT NULL AND category.identity IS NULL`,
  },
  {
    place: "category.identity",
    rule: "does not match the name, so another category may get the same name",
    remedy: "write it again: UPDATE category SET identity = text_identity(name) WHERE id = …",
    select: `SELECT 'category ' || id AS example FROM category
      WHERE identity IS NOT NULL AND identity IS DISTINCT FROM text_identity(name)`,
  },
  viewsAlike("saved_view"),
  viewsAlike("list_view"),
];

export const identitiesCheck: StoreCheck = {
  name: "identities",
  verifies: "No two categories, and no two views of an account, have names that read the same.",
  run: (query, onProgress) => findInTurn(kinds, (kind) => findFaultyRows(query, kind), onProgress),
};
