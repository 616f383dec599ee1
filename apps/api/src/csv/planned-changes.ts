import { isDeepStrictEqual } from "node:util";
import { ATTRIBUTE_COLUMN, MAX_PREVIEWED_CHANGES, type PetImportDryRun } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { findCategories } from "../pets/store/lock-categories.js";

type Values = Readonly<Record<string, unknown>>;

/** A pet and its values before and after a row of the file. */
export type PlannedRow = {
  readonly line: number;
  readonly petId: number;
  readonly pet: readonly [before: Values, after: Values];
  readonly attributes: readonly [before: Values, after: Values];
  /** The name of the category, if the import would create it. */
  readonly newCategory: string | undefined;
};

type Change = PetImportDryRun["changes"]["first"][number] & { readonly newCategory?: string | undefined };

const differences = ([before, after]: readonly [Values, Values]) =>
  Object.keys(after)
    .map((name) => [name, before[name] ?? null, after[name] ?? null] as const)
    .filter(([, old, value]) => !isDeepStrictEqual(old, value));

/** Counts the values that an import with `update` would change, and keeps the first of them. */
export const createPlannedChanges = (query: Query) => {
  let [values, pets] = [0, 0];
  let first: Change[] = [];
  return {
    add: (rows: readonly PlannedRow[]): void => {
      for (const { line, petId, pet, attributes, newCategory } of rows) {
        const changes = [
          ...differences(pet).map(([field, before, after]) => ({ field, before, after })),
          ...differences(attributes).map(([name, before, after]) => ({
            field: ATTRIBUTE_COLUMN + name,
            before,
            after,
          })),
        ];
        values += changes.length;
        pets += changes.length === 0 ? 0 : 1;
        first.push(...changes.map((change) => ({ line, petId, ...change, newCategory })));
        if (first.length > 1_000) first = firstOf(first);
      }
    },
    result: async (): Promise<PetImportDryRun["changes"]> => {
      const shown = firstOf(first);
      const ids = shown.flatMap(({ field, before, after }) =>
        field === "categoryId" ? [before, after].flatMap((id) => (typeof id === "number" ? id : [])) : [],
      );
      const names = ids.length === 0 ? new Map<number, string | null>() : await findCategories(query, ids);
      const nameOf = (id: unknown) => names.get(Number(id)) ?? id;
      return {
        values,
        pets,
        first: shown.map(({ newCategory, ...change }) =>
          change.field === "categoryId"
            ? {
                ...change,
                field: "category",
                before: nameOf(change.before),
                after: newCategory ?? nameOf(change.after),
              }
            : change,
        ),
      };
    },
  };
};

const firstOf = (changes: readonly Change[]): Change[] =>
  changes.toSorted((one, other) => one.line - other.line).slice(0, MAX_PREVIEWED_CHANGES);
