import type { PetImportDryRun } from "@petstore/contract/routes";
import type { Query, StoredId } from "../database/query.js";
import { type ImportCategories, toCategoryId } from "./import-categories.js";
import type { ImportRow } from "./import-row.js";

type Previewed = { readonly row: ImportRow; readonly categoryId: number | null };

const readNames = async (query: Query, pets: readonly Previewed[]): Promise<ReadonlyMap<number, string | null>> => {
  const ids = pets.flatMap(({ categoryId }) => categoryId ?? []);
  const rows = await query<{ id: StoredId; name: string | null }>(
    "SELECT id, name FROM category WHERE id = ANY ($1::bigint[])",
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
};

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
      const names = await readNames(query, first);
      return first.map(({ row: { line, category, pet, profile }, categoryId }) => {
        const { name, ...others } = pet;
        const known = categoryId === null ? undefined : names.get(categoryId);
        return {
          line,
          name,
          categoryId,
          categoryName: known ?? category.name ?? null,
          ...others,
          ...(profile && { profile }),
        };
      });
    },
  };
};
