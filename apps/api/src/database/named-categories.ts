import { isUniqueViolation } from "./errors.js";
import type { Query, StoredId } from "./query.js";

export type NewNamedCategory = { readonly name: string; readonly id?: number };

type Created = { readonly id: StoredId; readonly name: string };

/** Clients may have used a long range of ids, so each round draws twice as many as the one before. */
const MAX_EXTRA_DRAWS = 10_000;

const insertUnderOwnIds = (query: Query, categories: readonly NewNamedCategory[]): Promise<Created[]> =>
  query(
    `INSERT INTO category (id, name, identity) SELECT id, name, text_identity(name)
     FROM unnest($1::bigint[], $2::text[]) AS new (id, name)
     ON CONFLICT DO NOTHING RETURNING id, name`,
    [categories.map(({ id }) => id), categories.map(({ name }) => name)],
  );

const insertUnderFreeIds = (query: Query, names: readonly string[], extraDraws: number): Promise<Created[]> =>
  query(
    `WITH drawn AS MATERIALIZED (SELECT nextval('category_id_seq') AS id FROM generate_series(1, $2::integer)),
       free AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM drawn
         WHERE (SELECT id FROM category WHERE category.id = drawn.id) IS NULL),
       new AS (SELECT name, place FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place))
     INSERT INTO category (id, name, identity) SELECT free.id, new.name, text_identity(new.name)
     FROM new JOIN free USING (place) ORDER BY place
     ON CONFLICT DO NOTHING RETURNING id, name`,
    [names, names.length + extraDraws],
  );

/**
 * Selects the categories with the names of `$1`. If an older store has two categories whose names count as the same
 * today, it selects the one that is spelled as in `$1`. Each subquery uses an index, also before the first ANALYZE, when a join would read all
 * categories for each batch.
 * @param lock - A locking clause of a SELECT from `category`.
 */
export const namedSql = (lock = ""): string =>
  `SELECT wanted.name, category.id FROM unnest($1::text[]) AS wanted (name)
   CROSS JOIN LATERAL (SELECT id FROM category WHERE id = coalesce(
     (SELECT same.id FROM category AS same WHERE lower(same.name) = lower(wanted.name) LIMIT 1),
     (SELECT alike.id FROM category AS alike WHERE alike.identity = text_identity(wanted.name) LIMIT 1))
   ${lock}) AS category`;

/**
 * Returns the categories by the names that were asked for. Two names that a person reads as the same count as equal.
 */
export const categoriesNamed = async (query: Query, names: readonly string[]): Promise<Map<string, number>> => {
  const rows = await query<{ id: StoredId; name: string }>(namedSql(), [names]);
  return new Map(rows.map(({ id, name }) => [name, Number(id)]));
};

/** Recognises that another category has the name that was to be written. */
export const isNameOfAnother = (error: unknown): boolean =>
  ["category_name_key", "category_identity_key"].some((index) => isUniqueViolation(error, index));

/**
 * @returns The ids of the created categories, by name. A name is missing if a category already has a name that a person
 * reads as the same.
 */
export const createNamedCategories = async (
  query: Query,
  categories: readonly NewNamedCategory[],
): Promise<Map<string, string>> => {
  const created = new Map<string, string>();
  const note = (rows: readonly Created[]) => rows.forEach(({ id, name }) => created.set(name, String(id)));
  const withId = categories.filter(({ id }) => id !== undefined);
  if (withId.length > 0) note(await insertUnderOwnIds(query, withId));
  for (let extraDraws = 0; ; extraDraws = Math.min(2 * extraDraws + 1, MAX_EXTRA_DRAWS)) {
    const missing = categories.map(({ name }) => name).filter((name) => !created.has(name));
    const taken = missing.length === 0 ? new Map() : await categoriesNamed(query, missing);
    const left = missing.filter((name) => !taken.has(name));
    if (left.length === 0) return created;
    note(await insertUnderFreeIds(query, left, extraDraws));
  }
};

export const createNamedCategory = async (query: Query, name: string): Promise<number | undefined> => {
  const id = (await createNamedCategories(query, [{ name }])).get(name);
  return id === undefined ? undefined : Number(id);
};
