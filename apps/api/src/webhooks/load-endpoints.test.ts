import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { type Query, queryOfPool } from "../database/query.js";
import { loadEndpoints } from "./load-endpoints.js";

let database: TestDatabase;
let query: Query;
beforeAll(async () => {
  database = await createTestDatabase();
  query = queryOfPool(database.pool);
});
afterAll(() => database.drop());

const addEndpoint = async (): Promise<number> => {
  const [row] = await query<{ id: string }>(
    `INSERT INTO webhook_endpoint (url, types, cursor, secret)
     VALUES ('https://shop.example/', '{}', '00000000-1', decode(repeat('00', 60), 'hex')) RETURNING id::text`,
    [],
  );
  return Number(row?.id);
};
const addDelivery = (endpointId: number, state: string, nextAttemptAt: Date | null = null) =>
  query(
    `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
     VALUES ($1::bigint, 'evt', '00000000-1', 'pet.created', $2, $3::timestamptz)`,
    [endpointId, state, nextAttemptAt],
  );

it("counts the deliveries of each endpoint that wait, and not those that are delivered or have failed", async () => {
  const [soon, later] = [new Date("2026-11-28T09:00:00.000Z"), new Date("2026-11-28T10:00:00.000Z")];
  const [busy, calm, idle] = [await addEndpoint(), await addEndpoint(), await addEndpoint()];
  for (const time of [later, soon]) await addDelivery(busy, "waiting", time);
  await addDelivery(calm, "waiting", later);
  for (const id of [busy, calm, idle]) for (const state of ["delivered", "failed"]) await addDelivery(id, state);
  const loaded = await loadEndpoints(query);
  expect(loaded.map(({ id, waiting, dueAt }) => [id, waiting, dueAt])).toEqual([
    [busy, 2, soon],
    [calm, 1, later],
    [idle, 0, null],
  ]);
});
