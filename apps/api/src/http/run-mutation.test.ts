import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addPets, newPet } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { hashApiKey } from "../credentials/api-key-format.js";

describe("the answer of a change", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  /** Stands for the other workers, which hear of a change once `release` is called. */
  const holdUp = (spied: { mockImplementationOnce(implementation: () => Promise<void>): unknown }) => {
    let release = () => {};
    const heard = new Promise<void>((resolve) => (release = resolve));
    const told = new Promise<void>((resolve) => {
      spied.mockImplementationOnce(() => {
        resolve();
        return heard;
      });
    });
    return { told, release };
  };
  const nextResponse = () =>
    new Promise<ServerResponse>((resolve) =>
      api.server.once("request", (_: IncomingMessage, response: ServerResponse) => resolve(response)),
    );
  const expectToWait = async (held: ReturnType<typeof holdUp>, send: () => ReturnType<TestApi["send"]>) => {
    const response = nextResponse();
    const answer = send();
    await held.told;
    // Another request's round trip: what waits for nothing has left by then.
    await api.send("GET /healthz");
    const isSent = (await response).headersSent;
    held.release();
    expect([isSent, (await answer).status]).toEqual([false, expect.toBeOneOf([201, 204])]);
  };
  const holdCatalogue = () => holdUp(vi.spyOn(api.deps.responseCache, "invalidate"));

  it("is sent only after the other workers have heard of a changed pet", async () => {
    const [id] = await addPets(api, {});
    await expectToWait(holdCatalogue(), () => api.send(`DELETE /v1/pets/${id}`));
  });

  it("is sent only after the other workers have heard of a pet created in a batch of inserts", async () => {
    await addPets(api, {});
    await expectToWait(holdCatalogue(), () => api.send("POST /v1/pets", { body: newPet() }));
  });

  it("is sent only after the other workers have heard of a revoked key", async () => {
    const hash = hashApiKey(await api.makeKey("read"));
    const { id } = await api.database.db.apiKey.findUniqueOrThrow({ where: { hash } });
    const key = await api.makeKey("admin");
    const held = holdUp(vi.spyOn(api.deps.principals, "forget"));
    await expectToWait(held, () => api.send(`DELETE /v1/api-keys/${id}`, { key }));
  });
});
