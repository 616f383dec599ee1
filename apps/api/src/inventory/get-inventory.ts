import type { contract, Inventory } from "@petstore/contract";
import { categoryOrder } from "../listing/category-order.js";
import type { Deps } from "../deps.js";
import { Prisma } from "../generated/client.js";
import type { Operation } from "../operation/operation.js";

type Amounts = { readonly available: bigint; readonly pending: bigint; readonly sold: bigint };
type Row = Amounts & { readonly id: bigint; readonly name: string | null };

/** One statement, so one snapshot; the counts come from an index-only scan. */
const readInventory = (db: Deps["db"]) =>
  db.$queryRaw<Row[]>`
    WITH amount AS (
      SELECT category_id, count(*) FILTER (WHERE status = 'available') AS available,
        count(*) FILTER (WHERE status = 'pending') AS pending, count(*) FILTER (WHERE status = 'sold') AS sold
      FROM pet GROUP BY category_id
    )
    SELECT id, name, coalesce(available, 0) AS available, coalesce(pending, 0) AS pending, coalesce(sold, 0) AS sold
    FROM category LEFT JOIN amount ON category_id = id
    ORDER BY ${Prisma.join(categoryOrder)}`;

const toAmounts = ({ available, pending, sold }: Amounts) => ({
  available: Number(available),
  pending: Number(pending),
  sold: Number(sold),
});

const sum = (amounts: readonly Inventory["byStatus"][]): Inventory["byStatus"] => ({
  available: amounts.reduce((total, { available }) => total + available, 0),
  pending: amounts.reduce((total, { pending }) => total + pending, 0),
  sold: amounts.reduce((total, { sold }) => total + sold, 0),
});

export const getInventory =
  (deps: Pick<Deps, "database">): Operation<typeof contract.inventory.getInventory> =>
  async () => {
    const rows = await readInventory(deps.database.reads.db);
    const byCategory = rows.map((row) => ({ categoryId: Number(row.id), name: row.name, ...toAmounts(row) }));
    return { status: 200, body: { byStatus: sum(byCategory), byCategory } };
  };
