import type { PetImportDryRun } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { findCategories } from "../pets/store/lock-categories.js";
import { type ImportCategories, toCategoryId } from "./import-categories.js";
import type { ImportRow } from "./import-row.js";

type Previewed = { readonly row: ImportRow; readonly categoryId: number | null };

/** Collects the first pets of a dry run, as the import would create them. */
export const createPreview = (query: Query, size: number) => {
  const first: Previewed[] = [];
  return {
    add: (rows: readonly ImportRow[], idOf: ImportCategories["idOf"]): void => {
      for (const row of rows.slice(0, size - first.length)) {
        first.push({ row, categoryId: toCategoryId(idOf(row.category)) });
      }
    },
    pets: async (): Promise<PetImportDryRun["pets"]> => {
      const ids = first.flatMap(({ categoryId }) => categoryId ?? []);
      const names = await findCategories(query, ids);
      return first.map(({ row: { line, category, pet, profile }, categoryId }) => {
        const { name, ...others } = pet;
        const known = categoryId === null ? undefined : names.get(categoryId);
        return {
          line,
          name,
          categoryId,
          categoryName: known ?? category.name ?? null,
          ...others,
          profile: profile ?? null,
        };
      });
    },
  };
};
