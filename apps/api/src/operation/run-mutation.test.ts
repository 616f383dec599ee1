import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { addPets, newPet } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { hashApiKey } from "../credentials/api-key-format.js";
import { withCode } from "../database/errors.js";
import { createRunMutation } from "./run-mutation.js";
import { work } from "./work-memory.js";

describe("the response to a mutation", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  /** Simulates other workers, which acknowledge when `release` is called. */
  const holdUp = (spied: { mockImplementationOnce(implementation: () => Promise<void>): unknown }) => {
    let release = () => {};
    const acknowledged = new Promise<void>((resolve) => (release = resolve));
    const called = new Promise<void>((resolve) => {
      spied.mockImplementationOnce(() => {
        resolve();
        return acknowledged;
      });
    });
    return { called, release };
  };
  const nextResponse = () =>
    new Promise<ServerResponse>((resolve) =>
      api.server.once("request", (_: IncomingMessage, response: ServerResponse) => resolve(response)),
    );
  const expectToWait = async (held: ReturnType<typeof holdUp>, send: () => ReturnType<TestApi["send"]>) => {
    const response = nextResponse();
    const answer = send();
    await held.called;
    // Waits for the response to another request. A response that waits for nothing has been sent by then.
    await api.send("GET /healthz");
    const isSent = (await response).headersSent;
    held.release();
    expect([isSent, (await answer).status]).toEqual([false, expect.toBeOneOf([201, 204])]);
  };
  const holdInvalidation = () => holdUp(vi.spyOn(api.deps.responseCache, "invalidate"));

  it("waits until the other workers have invalidated a deleted pet", async () => {
    const [id] = await addPets(api, {});
    await expectToWait(holdInvalidation(), () => api.send(`DELETE /v1/pets/${id}`));
  });

  it("waits until the other workers have invalidated responses after a batched create", async () => {
    await addPets(api, {});
    await expectToWait(holdInvalidation(), () => api.send("POST /v1/pets", { body: newPet() }));
  });

  it("waits until the other workers have forgotten a revoked key", async () => {
    const hash = hashApiKey(await api.makeKey("read"));
    const { id } = await api.database.db.apiKey.findUniqueOrThrow({ where: { hash } });
    const key = await api.makeKey("admin");
    const held = holdUp(vi.spyOn(api.deps.principals, "forget"));
    await expectToWait(held, () => api.send(`DELETE /v1/api-keys/${id}`, { key }));
  });
});

describe("a transaction of a mutation", () => {
  it("holds its memory only once if it runs again after a conflict", async () => {
    const api = await createTestApi();
    onTestFinished(() => api.close());
    let runs = 0;
    const run = createRunMutation(api.deps, "createNote", {
      usesModels: true,
      run: ({ memory }) => {
        // The budget has room for this once, but not twice.
        memory.hold({ pets: 1, bytes: 15_000_000 });
        runs += 1;
        if (runs === 1) return Promise.reject(withCode(new Error("a conflict"), "40001"));
        return Promise.resolve([{ answer: { status: 204, body: undefined }, entries: [] }]);
      },
    });
    const flow = { account: "of the conflict", key: "of the conflict" };
    expect(await run({ input: {}, caller: { flow } } as never)).toMatchObject({ status: 204 });
    expect([runs, work.total]).toEqual([2, 0]);
  });
});
