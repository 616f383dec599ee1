import { queryOf } from "../../database/query.js";
import type { Transaction } from "../../operation/operation.js";
import type { Delegate } from "../../operation/delegate.js";
import { writeCategoryIds } from "../store/attribute-table.js";

type Stored = Awaited<ReturnType<Transaction["attribute"]["findUniqueOrThrow"]>>;
type Data = Parameters<Transaction["attribute"]["create"]>[0]["data"] & { readonly categoryIds?: number[] | null };

/**
 * Translates a row: null in the column stands for all categories, and an empty list for none. Prisma reads both as an
 * empty list.
 */
const withCategories = ({ isOfAllCategories, ...row }: Stored) =>
  isOfAllCategories ? { ...row, categoryIds: null } : row;

const withoutNull = ({ categoryIds, ...data }: Data) => ({ ...data, ...(categoryIds && { categoryIds }) });

/** The model of attributes, whose lists of categories may be null. */
export const attributeRows = (tx: Transaction): Delegate => ({
  findFirst: async ({ where }) => {
    const row = await tx.attribute.findFirst({ where });
    return row && withCategories(row);
  },
  findMany: async ({ where, orderBy, take }) =>
    (await tx.attribute.findMany({ where, orderBy: [...orderBy], take })).map(withCategories),
  // The column is null by default.
  create: async ({ data }) => withCategories(await tx.attribute.create({ data: withoutNull(data as Data) })),
  update: async ({ where, data }) => {
    const { categoryIds } = data as Data;
    if (categoryIds === null) await writeCategoryIds(queryOf(tx), where.id, null);
    return withCategories(await tx.attribute.update({ where, data: withoutNull(data as Data) }));
  },
  delete: (args) => tx.attribute.delete(args),
});
