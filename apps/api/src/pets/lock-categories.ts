import type { Category } from "@petstore/contract/routes";
import type { Config } from "../config.js";
import { categoryNotFound } from "../errors.js";
import type { MutationContext, Transaction } from "../operation/operation.js";

/** `place`: where in the request it stands, as in `body.categoryId`. */
export type CategoryReference = { readonly place: string; readonly categoryId: number };

const idsOf = (references: readonly CategoryReference[]) =>
  [...new Set(references.map(({ categoryId }) => categoryId))].toSorted((a, b) => a - b);

const toIds = (rows: { id: bigint }[]) => new Set(rows.map(({ id }) => Number(id)));

// Locks in the order of ids, as everywhere: two transactions could deadlock otherwise.
const lockExisting = async (tx: Transaction, ids: readonly number[]): Promise<Set<number>> =>
  toIds(await tx.$queryRaw`SELECT id FROM category WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR KEY SHARE`);

const requireAll = (references: readonly CategoryReference[], ids: ReadonlySet<number>): void => {
  const unknown = references.filter(({ categoryId }) => !ids.has(categoryId));
  if (unknown.length > 0) throw categoryNotFound(...unknown);
};

/**
 * Registers or refuses unknown ids, by `CATEGORY_POLICY`. Call it before pets are locked, or it may deadlock.
 * @param others - Ids to lock too, if they exist.
 */
export const lockCategories = async (
  { tx, record }: Pick<MutationContext, "tx" | "record">,
  { categoryPolicy }: Pick<Config, "categoryPolicy">,
  references: readonly CategoryReference[],
  others: readonly number[] = [],
): Promise<void> => {
  const wanted = idsOf(references);
  for (;;) {
    const locked = await lockExisting(tx, [...new Set([...wanted, ...others])]);
    if (categoryPolicy === "require") return requireAll(references, locked);
    const missing = wanted.filter((id) => !locked.has(id));
    if (missing.length === 0) return;
    // Waits for concurrent registrations of the same ids; the next iteration locks their rows.
    const registered = await tx.$queryRaw<{ id: bigint }[]>`
      INSERT INTO category (id) SELECT unnest(${missing}::bigint[]) ON CONFLICT DO NOTHING RETURNING id`;
    for (const id of toIds(registered)) {
      const after: Category = { id, name: null, petCount: 0 };
      record({ action: "category.create", subject: { kind: "category", id }, before: null, after });
    }
  }
};

/** Throws the same errors as `lockCategories`, and writes nothing. */
export const checkCategories = async (
  tx: Transaction,
  { categoryPolicy }: Pick<Config, "categoryPolicy">,
  references: readonly CategoryReference[],
): Promise<void> => {
  if (categoryPolicy === "register") return;
  const rows = await tx.category.findMany({ where: { id: { in: idsOf(references) } }, select: { id: true } });
  requireAll(references, toIds(rows));
};
