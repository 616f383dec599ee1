import { afterAll, beforeAll, expect, it } from "vitest";
import { addPets } from "./support/builders.js";
import { sendWhileLocked } from "./support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await addPets(api, { name: "Frank" });
});
afterAll(() => api.close());

/** Ends the waiting statement with the code of a statement that has exceeded its timeout. */
const cancelWaiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const sentence =
  "the database needed too long for this request, and a repeat usually takes as long; narrow it with filters or a shorter period, sort by id, leave out Prefer: count=exact, or send fewer rows";

it.each([
  ["a search", "GET /v1/pets?name=fra", {}],
  ["statistics", "GET /v1/statistics", {}],
  ["a batch", "POST /v1/pets/batch", { body: [{ name: "Max", categoryId: 1 }] }],
])("%s that takes the database too long gets a 503 with a remedy other than a repeat", async (_what, line, options) => {
  const { status, headers, body } = await sendWhileLocked(
    api,
    [["LOCK TABLE pet, audit_event IN ACCESS EXCLUSIVE MODE"], [cancelWaiting]],
    () => api.send(line, options),
  );
  expect({ status, body }).toEqual({ status: 503, body: errorBody("service_unavailable", 503, sentence) });
  expect(headers.get("retry-after")).toBe("30");
});
