import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { createTestApi, type TestApi } from "../../../test/support/test-api.js";
import type { Tx } from "../../database/prisma-client.js";
import { transact } from "../../database/transact.js";
import { expireCustomers } from "./expire-customers.js";

const MONTHS = 12;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(() => emptyTables(api.database, "store_order, customer, pet, category"));
afterAll(() => api.close());

const addOldCustomers = async (first: number, count: number): Promise<void> => {
  await api.database.pool.query(
    `INSERT INTO customer (id, name, created_at) SELECT $1::bigint + n, 'Ada', now() - interval '3 years'
     FROM generate_series(0, $2::integer - 1) AS n`,
    [first, count],
  );
};
const idsLeft = async () => (await api.database.db.customer.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id);

/** @param adapt - Changes the queries of one step. @returns the last customer of the step */
const step = (reached: number, adapt = (tx: Tx): Tx => tx) =>
  transact(api.database.db, (tx) => expireCustomers(adapt(tx), MONTHS, reached));

it("the retention checks each customer once, even when ids grow by a digit", async () => {
  await addOldCustomers(9_400, 2_500);
  const reached = [await step(0)];
  for (let last = reached[0] ?? 0; last > 0; last = reached.at(-1) ?? 0) reached.push(await step(last));
  expect(await idsLeft()).toEqual([]);
  expect(reached).toEqual([10_399, 11_399, 0]);
});

it("the retention keeps a customer who orders between the check and the lock", async () => {
  await addOldCustomers(7, 2);
  const [petId] = await addPets(api, {});
  const orderFirst = (tx: Tx): Tx => {
    const value = async (sql: string, ...values: unknown[]) => {
      if (sql.includes("FROM customer WHERE id = ANY") && sql.includes("FOR UPDATE")) {
        const { status } = await api.send("POST /v1/orders", { body: { petId, customerId: 8 } });
        expect(status).toBe(201);
      }
      return tx.$queryRawUnsafe(sql, ...values);
    };
    return Object.create(tx, { $queryRawUnsafe: { value } }) as Tx;
  };
  await step(0, orderFirst);
  expect(await idsLeft()).toEqual([8]);
});
