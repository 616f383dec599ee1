import type { Attribute } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../../test/support/builders.js";
import { sendWhileLocked } from "../../../test/support/send-while-locked.js";
import { createTestApi, type TestApi } from "../../../test/support/test-api.js";
import { DEFINITIONS_LOCK } from "../store/attribute-table.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe("DELETE /attributes/{attributeId}", () => {
  it("waits for a profile in flight, and then returns 409", async () => {
    const [petId] = await addPets(api, {});
    const key = await api.makeKey("admin");
    const { body } = await api.send("POST /v1/attributes", {
      key,
      body: { name: "mood", label: "Mood", type: "text" },
    });
    const { id } = body as Attribute;
    const answer = await sendWhileLocked(
      api,
      [
        // Every write of a profile takes this lock.
        ["SELECT pg_advisory_xact_lock_shared($1::bigint)", DEFINITIONS_LOCK],
        ["INSERT INTO pet_profile (pet_id, attributes) VALUES ($1, $2)", petId, { [id]: "good" }],
      ],
      () => api.send(`DELETE /v1/attributes/${id}`, { key }),
    );
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, "in_use"]);
    expect((await api.send(`GET /v1/attributes/${id}`)).status).toBe(200);
  });
});
