import { identityOf } from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import { createNamedCategories, namedSql, type NewNamedCategory } from "../database/named-categories.js";
import { lockRows } from "../database/lock-row.js";
import type { Query, StoredId } from "../database/query.js";
import { findCategories, registerCategories } from "../pets/store/lock-categories.js";
import type { ImportRow, WantedCategory } from "./import-row.js";

export type ImportOptions = { readonly categoryPolicy: Config["categoryPolicy"]; readonly isDryRun: boolean };

/** The limit bounds the memory of an import with very many categories. */
const MAX_CACHED_CATEGORIES = 20_000;

/** Takes the place of the id of a category that a dry run would create. */
const NEW = "new ";

/** @returns The id; null in a dry run for a category that would get a new id. */
export const toCategoryId = (id: string | undefined): number | null =>
  id === undefined || id.startsWith(NEW) ? null : Number(id);

type Pairs<Key> = Iterable<readonly [key: Key, id: string]>;

type Kind<Key, Wanted> = {
  readonly known: Map<Key, string>;
  find(keys: Key[]): Promise<Pairs<Key>>;
  make(missing: Wanted[]): Promise<Pairs<Key>>;
};

// Takes the same lock as the foreign key, so that a category found here cannot be deleted before its pets are inserted.
const lockOf = ({ isDryRun }: ImportOptions) => (isDryRun ? "" : "FOR KEY SHARE OF category");

const byName = (query: Query, options: ImportOptions): Kind<string, NewNamedCategory> => ({
  known: new Map(),
  find: async (names) => {
    const rows = await query<{ name: string; id: StoredId }>(namedSql(lockOf(options)), [names]);
    return rows.map(({ name, id }) => [name, String(id)]);
  },
  make: (missing) =>
    options.isDryRun
      ? Promise.resolve(missing.map(({ name }) => [name, NEW + identityOf(name)]))
      : createNamedCategories(query, missing),
});

const byId = (query: Query, options: ImportOptions): Kind<number, number> => {
  const pairs = (ids: Iterable<number>) => [...ids].map((id) => [id, String(id)] as const);
  return {
    known: new Map(),
    find: async (ids) =>
      pairs(
        options.isDryRun
          ? (await findCategories(query, ids)).keys()
          : (await lockRows(query, "category", ids, "reference")).keys(),
      ),
    make: async (missing) => {
      if (options.categoryPolicy === "require") return [];
      if (options.isDryRun) return missing.map((id) => [id, String(id)]);
      return pairs((await registerCategories(query, missing)).map(({ id }) => id));
    },
  };
};

const createResolve = (query: Query) => {
  // Records that categories are used, so that the summary can count them. The database stores their ids, because there
  // may be millions.
  const noteUsed = (ids: string[], isNew: boolean) =>
    query("INSERT INTO import_category SELECT unnest($1::text[]), $2::boolean ON CONFLICT DO NOTHING", [ids, isNew]);

  return async <Key, Wanted>(kind: Kind<Key, Wanted>, wanted: ReadonlyMap<Key, Wanted>): Promise<void> => {
    const learn = async (found: Pairs<Key>, isNew: boolean) => {
      const pairs = [...found];
      for (const [key, id] of pairs) kind.known.set(key, id);
      if (pairs.length > 0)
        await noteUsed(
          pairs.map(([, id]) => id),
          isNew,
        );
    };
    const missing = () => [...wanted].filter(([key]) => !kind.known.has(key));
    if (wanted.size > 0) await learn(await kind.find([...wanted.keys()]), false);
    if (missing().length > 0) await learn(await kind.make(missing().map(([, want]) => want)), true);
    // The category exists after all, because of another spelling of its name or a concurrent transaction.
    if (missing().length > 0) await learn(await kind.find(missing().map(([key]) => key)), false);
  };
};

export type ImportCategories = {
  readonly resolve: (rows: readonly ImportRow[]) => Promise<void>;
  readonly idOf: (category: WantedCategory) => string | undefined;
  readonly count: () => Promise<{ all: number; new: number }>;
};

export const createImportCategories = async (query: Query, options: ImportOptions): Promise<ImportCategories> => {
  const names = byName(query, options);
  const ids = byId(query, options);
  const resolve = createResolve(query);
  await query("CREATE TEMPORARY TABLE import_category (id text PRIMARY KEY, is_new boolean) ON COMMIT DROP", []);
  return {
    resolve: async (rows) => {
      for (const { known } of [names, ids]) if (known.size > MAX_CACHED_CATEGORIES) known.clear();
      const newNames = new Map<string, NewNamedCategory>();
      const newIds = new Map<number, number>();
      for (const { category } of rows) {
        if (category.name === undefined) newIds.set(category.id, category.id);
        else if (!newNames.has(category.name)) newNames.set(category.name, category);
      }
      for (const name of newNames.keys()) if (names.known.has(name)) newNames.delete(name);
      for (const id of newIds.keys()) if (ids.known.has(id)) newIds.delete(id);
      await resolve(names, newNames);
      await resolve(ids, newIds);
    },
    idOf: (category) => (category.name === undefined ? ids.known.get(category.id) : names.known.get(category.name)),
    count: async () => {
      const sql =
        'SELECT count(*)::integer AS "all", (count(*) FILTER (WHERE is_new))::integer AS "new" FROM import_category';
      const [counts] = await query<{ all: number; new: number }>(sql, []);
      return counts ?? { all: 0, new: 0 };
    },
  };
};
