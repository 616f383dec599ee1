import type { Transaction } from "../../operation/operation.js";
import type { Delegate } from "../../operation/resource.js";

type Stored = Awaited<ReturnType<Transaction["attribute"]["findUniqueOrThrow"]>>;
type Data = Parameters<Transaction["attribute"]["create"]>[0]["data"] & { readonly categoryIds?: number[] | null };

/** The categories are null for all and empty for none. Prisma reads both as an empty list. */
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
    // No model writes null into a list.
    if (categoryIds === null)
      await tx.$executeRaw`UPDATE attribute SET category_ids = NULL WHERE id = ${where.id}::bigint`;
    return withCategories(await tx.attribute.update({ where, data: withoutNull(data as Data) }));
  },
  delete: (args) => tx.attribute.delete(args),
});
