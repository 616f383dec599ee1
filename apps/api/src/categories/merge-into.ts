import type { Category } from "@petstore/contract";
import type { RecordChange } from "../operation/audit-trail.js";
import type { Query } from "../database/query.js";

export type Merge = { readonly categoryId: number; readonly into: number };

/** `missing` is a category that does not exist; nothing was changed then. */
export type Merged = { readonly moved: number } | { readonly missing: number };

// FOR UPDATE waits for pets in flight and blocks new ones in the source; the target must only continue to exist.
const locks = {
  source: "SELECT name FROM category WHERE id = $1::bigint FOR UPDATE",
  target: "SELECT name FROM category WHERE id = $1::bigint FOR KEY SHARE",
};

/** In the order of ids: two opposite merges cannot deadlock. @returns the names of the categories that exist. */
const lockBoth = async (query: Query, { categoryId, into }: Merge): Promise<Map<number, string | null>> => {
  const names = new Map<number, string | null>();
  for (const id of [categoryId, into].toSorted((a, b) => a - b)) {
    const [row] = await query<{ name: string | null }>(id === into ? locks.target : locks.source, [id]);
    if (row !== undefined) names.set(id, row.name);
  }
  return names;
};

/** Runs in the caller's READ COMMITTED transaction and records one audit event. */
export const mergeInto = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  { categoryId, into }: Merge,
): Promise<Merged> => {
  const names = await lockBoth(query, { categoryId, into });
  const missing = [categoryId, into].find((id) => !names.has(id));
  if (missing !== undefined) return { missing };
  // A new statement sees everything committed before the locks were acquired.
  const [result] = await query<{ moved: number }>(
    `WITH moved AS (UPDATE pet SET category_id = $2::bigint WHERE category_id = $1::bigint RETURNING 1)
     SELECT count(*)::integer AS moved FROM moved`,
    [categoryId, into],
  );
  await query("DELETE FROM category WHERE id = $1::bigint", [categoryId]);
  const moved = result?.moved ?? 0;
  const before: Category = { id: categoryId, name: names.get(categoryId) ?? null, petCount: moved };
  record({ action: "category.merge", subject: { kind: "category", id: categoryId }, before, after: { into, moved } });
  return { moved };
};
