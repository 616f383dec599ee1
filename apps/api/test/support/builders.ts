import { randomUUID } from "node:crypto";
import { csvColumns, type NewPet, type OrderStatus, Pet, type ViewPage } from "@petstore/contract/routes";
import type { AccountRole } from "../../src/generated/client.js";
import type { TestDatabase } from "./test-database.js";

type WithDatabase = { readonly database: Pick<TestDatabase, "db"> };

/** Returns a valid NewPet with the given fields changed. */
export const newPet = (rest: Partial<Record<keyof NewPet, unknown>> = {}) => ({
  name: "Frank",
  categoryId: 1,
  ...rest,
});

/** Fields that can be null are null. So a new field of this kind needs no change in tests that do not name it. */
const nothing = Object.fromEntries(Object.keys(Pet.shape).map((field) => [field, null]));

/** Returns Frank, the pet of the examples, as the service returns him, with the given fields changed. */
export const petOf = (rest: Partial<Record<keyof Pet, unknown>>) => ({
  ...nothing,
  ...newPet({ status: "available" }),
  ...rest,
});

/** The header of a CSV file of pets. */
export const csvHeader = csvColumns.join(",");

/** The cells after the status in a line of a CSV file of pets. They belong to fields that are null. */
export const csvRest = ",".repeat(csvColumns.length - csvColumns.indexOf("status") - 1);

/** Inserts pets in this order. @returns Their ids. */
export const addPets = async ({ database: { db } }: WithDatabase, ...pets: Partial<NewPet>[]): Promise<number[]> => {
  const data = pets.map(({ name = "Frank", categoryId = 1, status = "available" }) => ({ name, categoryId, status }));
  await db.category.createMany({ data: data.map(({ categoryId }) => ({ id: categoryId })), skipDuplicates: true });
  return (await db.pet.createManyAndReturn({ data, select: { id: true } })).map(({ id }) => id);
};

/** Inserts an account with a new address and without a password. @returns Its id. */
export const addAccount = async ({ db }: Pick<TestDatabase, "db">, role: AccountRole = "owner"): Promise<bigint> =>
  (await db.account.create({ data: { email: `${randomUUID()}@petstore.test`, name: role, role } })).id;

/** Inserts an order of a pet. @returns Its id. */
export const addOrder = async (
  { database: { db } }: WithDatabase,
  petId: number,
  status: OrderStatus = "placed",
): Promise<number> => (await db.order.create({ data: { petId, status } })).id;

/** Inserts private views named `View 1` and so on. */
export const addViews = (
  { database: { db } }: WithDatabase,
  accountId: bigint,
  count: number,
  page: ViewPage = "pets",
): Promise<unknown> => {
  const data = Array.from({ length: count }, (_, at) => ({ accountId, page, name: `View ${at + 1}`, query: {} }));
  return page === "pets" ? db.savedView.createMany({ data }) : db.listView.createMany({ data });
};

/** Returns the row of a pet, or null if it does not exist. */
export const findPet = ({ database: { db } }: WithDatabase, id: number): Promise<Pet | null> =>
  db.pet.findUnique({ where: { id } });
