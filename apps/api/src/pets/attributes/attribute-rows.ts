import type { Transaction } from "../../operation/operation.js";
import type { Delegate } from "../../operation/delegate.js";

type Stored = Awaited<ReturnType<Transaction["attribute"]["findUniqueOrThrow"]>>;
type Data = Parameters<Transaction["attribute"]["create"]>[0]["data"] & { readonly categoryIds?: number[] | null };

/** Adds the categories, which are null for all and empty for none. Prisma reads both as an empty list. */
const withCategories = async <Row extends Stored>(tx: Transaction, rows: readonly Row[]) => {
  const empty = rows.filter(({ categoryIds }) => categoryIds.length === 0).map(({ id }) => id);
  const where = { id: { in: empty }, categoryIds: { equals: null } };
  const ofAll = empty.length === 0 ? [] : await tx.attribute.findMany({ where, select: { id: true } });
  const areOfAll = new Set(ofAll.map(({ id }) => id));
  return rows.map((row) => (areOfAll.has(row.id) ? { ...row, categoryIds: null } : row));
};

/** Does what {@link withCategories} does, for one row. */
const withItsCategories = async (tx: Transaction, row: Stored): Promise<object> =>
  (await withCategories(tx, [row]))[0] ?? row;

const withoutNull = ({ categoryIds, ...data }: Data) => ({ ...data, ...(categoryIds && { categoryIds }) });

/** The model of attributes, whose lists of categories may be null. */
export const attributeRows = (tx: Transaction): Delegate => ({
  findFirst: async ({ where }) => {
    const row = await tx.attribute.findFirst({ where });
    return row && withItsCategories(tx, row);
  },
  findMany: async ({ where, orderBy, take }) =>
    withCategories(tx, await tx.attribute.findMany({ where, orderBy: [...orderBy], take })),
  // The column is null by default.
  create: async ({ data }) => withItsCategories(tx, await tx.attribute.create({ data: withoutNull(data as Data) })),
  update: async ({ where, data }) => {
    const { categoryIds } = data as Data;
    // No model writes null into a list.
    if (categoryIds === null)
      await tx.$executeRaw`UPDATE attribute SET category_ids = NULL WHERE id = ${where.id}::bigint`;
    return withItsCategories(tx, await tx.attribute.update({ where, data: withoutNull(data as Data) }));
  },
  delete: (args) => tx.attribute.delete(args),
});
