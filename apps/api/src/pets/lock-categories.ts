import type { Category } from "@petstore/contract";
import type { Config } from "../config.js";
import { categoryNotFound } from "../errors.js";
import type { Change, Transaction } from "../operation/operation.js";

/** A reference to a category, and where in the request it stands: `body.categoryId`. */
export type CategoryReference = { readonly place: string; readonly categoryId: number };

const idsOf = (references: readonly CategoryReference[]) =>
  [...new Set(references.map(({ categoryId }) => categoryId))].toSorted((a, b) => a - b);

const toIds = (rows: { id: bigint }[]) => new Set(rows.map(({ id }) => Number(id)));

// In the order of their ids, as whoever else locks several does: two that wait for each other would not end.
const lockExisting = async (tx: Transaction, ids: readonly number[]): Promise<Set<number>> =>
  toIds(await tx.$queryRaw`SELECT id FROM category WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR KEY SHARE`);

/** @throws AppError 409 for what is not among the ids, naming each place. */
const requireAll = (references: readonly CategoryReference[], ids: ReadonlySet<number>): void => {
  const unknown = references.filter(({ categoryId }) => !ids.has(categoryId));
  if (unknown.length > 0) throw categoryNotFound(...unknown);
};

/**
 * Sees to it that the categories exist until the transaction ends, as its foreign keys will ask: they are locked against
 * deletion and merging. An id that no category has yet registers one, unnamed, unless the service is set up to refuse it.
 * Call it before animals are locked. What it registers, it records.
 * @throws AppError 409 for unknown categories, naming each place, where `CATEGORY_POLICY` is `require`.
 */
export const lockCategories = async (
  { tx, record }: Pick<Change, "tx" | "record">,
  { categoryPolicy }: Pick<Config, "categoryPolicy">,
  references: readonly CategoryReference[],
): Promise<void> => {
  const wanted = idsOf(references);
  for (;;) {
    const held = await lockExisting(tx, wanted);
    if (categoryPolicy === "require") return requireAll(references, held);
    const missing = wanted.filter((id) => !held.has(id));
    if (missing.length === 0) return;
    // Whoever else registers one of them at this moment is waited for; the next turn locks what is there.
    const registered = await tx.$queryRaw<{ id: bigint }[]>`
      INSERT INTO category (id) SELECT unnest(${missing}::bigint[]) ON CONFLICT DO NOTHING RETURNING id`;
    for (const made of toIds(registered)) {
      const after: Category = { id: made, name: null, petCount: 0 };
      record({ action: "category.create", subject: { kind: "category", id: made }, before: null, after });
    }
  }
};

/**
 * What `lockCategories` would refuse, it refuses too; but it neither locks nor registers anything.
 * @throws AppError 409 for unknown categories, naming each place, where `CATEGORY_POLICY` is `require`.
 */
export const checkCategories = async (
  tx: Transaction,
  { categoryPolicy }: Pick<Config, "categoryPolicy">,
  references: readonly CategoryReference[],
): Promise<void> => {
  if (categoryPolicy === "register") return;
  const rows = await tx.category.findMany({ where: { id: { in: idsOf(references) } }, select: { id: true } });
  requireAll(references, toIds(rows));
};
