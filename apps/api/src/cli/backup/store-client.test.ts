import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { withStoreClient } from "./store-client.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("withStoreClient", () => {
  it.each<readonly [string, () => Promise<string>, string]>([
    ["answers", async () => "an answer", "an answer"],
    ["fails", () => Promise.reject(new Error("away")), "away"],
  ])("leaves no timer or listener that keeps the command running when the database %s", async (_, work, expected) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { signal } = new AbortController();
    const run = withStoreClient(database.connection, "petstore backup", signal, (client) => client.answerOf(work()));
    expect(await run.catch(({ message }: Error) => message)).toBe(expected);
    expect([vi.getTimerCount(), getEventListeners(signal, "abort")]).toEqual([0, []]);
  });
});
