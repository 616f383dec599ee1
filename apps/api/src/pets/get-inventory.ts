import { type contract, type Inventory, PetStatus } from "@petstore/contract/routes";
import { categoryOrder } from "../operation/listing/category-order.js";
import type { Database } from "../database/open-database.js";
import { Prisma } from "../generated/client.js";
import type { Operation } from "../operation/operation.js";
import { petCounts } from "./store/pet-counts.js";

type Row = Readonly<Record<PetStatus, bigint>> & { readonly id: bigint; readonly name: string | null };

const statuses = PetStatus.options;

const amountsBy = (amountOf: (status: PetStatus) => number) =>
  Object.fromEntries(statuses.map((status) => [status, amountOf(status)])) as Inventory["byStatus"];

const amountColumns = statuses.map(
  (status) =>
    Prisma.sql`coalesce(sum(amount) FILTER (WHERE status = ${status}::pet_status), 0)::bigint AS ${Prisma.raw(status)}`,
);

/** A single statement reads everything from the same snapshot. */
export const inventoryStatement = Prisma.sql`
  SELECT id, name, ${Prisma.join(amountColumns)}
  FROM category LEFT JOIN ${petCounts} ON category_id = id
  GROUP BY id ORDER BY ${Prisma.join(categoryOrder)}`;

export const getInventory =
  (deps: { readonly database: Database }): Operation<typeof contract.inventory.getInventory> =>
  async () => {
    const rows = await deps.database.reads.db.$queryRaw<Row[]>(inventoryStatement);
    const byCategory = rows.map((row) => ({
      categoryId: Number(row.id),
      name: row.name,
      ...amountsBy((status) => Number(row[status])),
    }));
    const byStatus = amountsBy((status) => byCategory.reduce((total, amounts) => total + amounts[status], 0));
    return { status: 200, body: { byStatus, byCategory } };
  };
