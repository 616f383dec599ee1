import { scryptSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaffAuth } from "../src/auth/accounts/open-staff-auth.js";
import { closeDeps, createDeps } from "../src/compose.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

const password = "violet anchor 42 drum";

describe("the hash of a password", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it("uses scrypt with N=16384 and r=16 in the service that createDeps builds", { timeout: 60_000 }, async () => {
    const { config, log, database } = api.deps;
    const deps = await createDeps(config, log, { ...database, close: async () => {} });
    const auth = await openStaffAuth(deps);
    const hash = await auth.hashPassword(password);
    const [salt = "", key = ""] = hash.split(":");
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
    expect(scryptSync(password, salt, 64, cost).toString("hex")).toBe(key);
    expect(await auth.verifyPassword(hash, password)).toBe(true);
    expect(await auth.verifyPassword(hash, `${password}x`)).toBe(false);
    await closeDeps(deps);
  });
});
