import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

describe("the readiness that the metrics show", () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await createTestApi();
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await api.close();
  });
  const holdAllConnections = async () => {
    const { pool } = api.database;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    return () => held.forEach((client) => client.release());
  };

  it("ends while the database does not answer, and returns later, even without a request", async () => {
    const { readiness } = api.deps;
    expect(readiness.stats()).toMatchObject({ isReady: true, isDatabaseUsable: true });
    const release = await holdAllConnections();
    readiness.watch();
    await expect.poll(() => readiness.stats()).toMatchObject({ isReady: false, isDatabaseUsable: false });
    release();
    await expect.poll(() => readiness.stats()).toMatchObject({ isReady: true, isDatabaseUsable: true });
  });

  it.each(["starting", "stopping"] as const)("is false while the service is %s", (state) => {
    api.deps.life.state = state;
    expect(api.deps.readiness.stats()).toMatchObject({ isReady: false, isDatabaseUsable: true });
  });

  it("includes the seconds by which the clock of the database is ahead", async () => {
    const { readiness } = api.deps;
    await readiness.check();
    expect(Math.abs(readiness.stats().clockSkewSeconds)).toBeLessThan(30);
    const now = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => now() - 3_600_000);
    await readiness.check();
    expect(Math.abs(readiness.stats().clockSkewSeconds - 3_600)).toBeLessThan(30);
  });
});
