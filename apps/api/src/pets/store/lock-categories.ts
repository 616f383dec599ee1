import type { Category } from "@petstore/contract/routes";
import { lockRows } from "../../database/lock-row.js";
import type { Query, StoredId } from "../../database/query.js";
import type { Config } from "../../config/config.js";
import { categoryNotFound, type PlaceName } from "../../errors.js";
import { type AuditEntry, creationOf } from "../../operation/audit-trail.js";

/** `place` says where in the request the category is, as in `body.categoryId`. */
export type CategoryReference = { readonly place: PlaceName; readonly categoryId: number };

const idsOf = (references: readonly CategoryReference[]) =>
  [...new Set(references.map(({ categoryId }) => categoryId))].toSorted((a, b) => a - b);

type Stored = { readonly id: StoredId };

const registerSql = `INSERT INTO category (id) SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING
  RETURNING id, created_at AS "createdAt"`;
const findSql = "SELECT id, name FROM category WHERE id = ANY ($1::bigint[])";

/** Creates categories without a name. @returns those that did not exist */
export const registerCategories = async (query: Query, ids: readonly number[]): Promise<Category[]> => {
  const rows = await query<Stored & { readonly createdAt: Date }>(registerSql, [ids]);
  return rows.map(({ id, createdAt }) => {
    const at = createdAt.toISOString();
    return { id: Number(id), name: null, petCount: 0, createdAt: at, updatedAt: at };
  });
};

/** @returns the names of the categories that exist, by id */
export const findCategories = async (
  query: Query,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | null>> => {
  const rows = await query<Stored & { readonly name: string | null }>(findSql, [ids]);
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
};

const requireAll = (references: readonly CategoryReference[], ids: Pick<ReadonlySet<number>, "has">): void => {
  const unknown = references.filter(({ categoryId }) => !ids.has(categoryId));
  if (unknown.length > 0) throw categoryNotFound(...unknown);
};

/**
 * Creates or refuses unknown categories, depending on `CATEGORY_POLICY`. Call it before pets are locked, because
 * otherwise it may deadlock.
 * @param others - Further ids to lock, if they exist.
 * @returns the events of the new categories, which the caller records
 */
export const lockCategories = async (
  query: Query,
  { categoryPolicy }: Pick<Config, "categoryPolicy">,
  references: readonly CategoryReference[],
  others: readonly number[] = [],
): Promise<AuditEntry[]> => {
  const wanted = idsOf(references);
  const registered: AuditEntry[] = [];
  for (;;) {
    const locked = await lockRows(query, "category", [...new Set([...wanted, ...others])], "reference");
    const missing = wanted.filter((id) => !locked.has(id));
    if (categoryPolicy === "require") requireAll(references, locked);
    if (missing.length === 0) return registered;
    // Waits for other transactions that create the same categories. The next iteration locks the rows.
    registered.push(...(await registerCategories(query, missing)).map((one) => creationOf("category", one)));
  }
};

/** Throws the same errors as `lockCategories`, but writes nothing. */
export const checkCategories = async (
  query: Query,
  { categoryPolicy }: Pick<Config, "categoryPolicy">,
  references: readonly CategoryReference[],
): Promise<void> => {
  if (categoryPolicy === "register") return;
  requireAll(references, await findCategories(query, idsOf(references)));
};
