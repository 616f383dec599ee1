import { randomUUID } from "node:crypto";
import type { NewPet, OrderStatus, Pet } from "@petstore/contract";
import type { AccountRole } from "../../src/generated/client.js";
import type { TestApi } from "./test-api.js";

/** A NewPet that is right in everything; what a test is about is put on top. */
export const newPet = (rest: Partial<Record<keyof NewPet, unknown>> = {}) => ({
  name: "Frank",
  categoryId: 1,
  ...rest,
});

/** Puts animals straight into the database, in this order; answers their ids. */
export const addPets = async (
  { database: { db } }: Pick<TestApi, "database">,
  ...animals: Partial<NewPet>[]
): Promise<number[]> => {
  const ids: number[] = [];
  for (const { name = "Frank", categoryId = 1, status = "available" } of animals) {
    await db.category.createMany({ data: { id: categoryId }, skipDuplicates: true });
    ids.push(Number((await db.pet.create({ data: { name, categoryId, status } })).id));
  }
  return ids;
};

/** Puts an account straight into the database, under an address of its own and without a password; answers its id. */
export const addAccount = async (
  { db }: Pick<TestApi["database"], "db">,
  role: AccountRole = "owner",
): Promise<bigint> =>
  (await db.account.create({ data: { email: `${randomUUID()}@petstore.test`, name: role, role } })).id;

/** Puts an order of an animal straight into the database; answers its id. An open one holds the animal. */
export const addOrder = async (
  { database: { db } }: Pick<TestApi, "database">,
  petId: number,
  status: OrderStatus = "placed",
): Promise<number> => Number((await db.order.create({ data: { petId, status } })).id);

/** An animal as its row has it, with ids as numbers; null where there is none. */
export const findPet = async ({ database: { db } }: Pick<TestApi, "database">, id: number): Promise<Pet | null> => {
  const row = await db.pet.findUnique({ where: { id } });
  return row === null ? null : { ...row, id: Number(row.id), categoryId: Number(row.categoryId) };
};
