import type { contract, Inventory, PetStatus } from "@petstore/contract/routes";
import { categoryOrder } from "../operation/listing/category-order.js";
import type { Database } from "../database/open-database.js";
import { Prisma } from "../generated/client.js";
import type { Operation } from "../operation/operation.js";
import { petCounts } from "./store/pet-counts.js";

type Amounts = { readonly available: bigint; readonly pending: bigint; readonly sold: bigint };
type Row = Amounts & { readonly id: bigint; readonly name: string | null };

const amountOf = (status: PetStatus) =>
  Prisma.sql`coalesce(sum(amount) FILTER (WHERE status = ${status}::pet_status), 0)::bigint`;

/** One statement, so one snapshot. */
export const inventoryStatement = Prisma.sql`
  SELECT id, name, ${amountOf("available")} AS available, ${amountOf("pending")} AS pending, ${amountOf("sold")} AS sold
  FROM category LEFT JOIN ${petCounts} ON category_id = id
  GROUP BY id ORDER BY ${Prisma.join(categoryOrder)}`;

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
  (deps: { readonly database: Database }): Operation<typeof contract.inventory.getInventory> =>
  async () => {
    const rows = await deps.database.reads.db.$queryRaw<Row[]>(inventoryStatement);
    const byCategory = rows.map((row) => ({ categoryId: Number(row.id), name: row.name, ...toAmounts(row) }));
    return { status: 200, body: { byStatus: sum(byCategory), byCategory } };
  };
