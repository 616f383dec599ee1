import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { generateApiKey, hashApiKey } from "./api-key-format.js";
import { createLanes } from "../concurrency/lanes.js";
import type { ChangeFeed } from "../database/change-feed.js";
import { createFindPrincipal, type FindPrincipal } from "./find-principal.js";
import { createPrincipalCache } from "./principal-cache.js";

/** A change feed that the test controls. */
const createFeed = () => {
  const state = { isCurrent: true, notify: () => {} };
  const feed: ChangeFeed = {
    isCurrent: () => state.isCurrent,
    subscribe: (_channel, onChange) => void (state.notify = onChange),
    catchUp: async () => {},
    close: async () => {},
  };
  return { state, feed };
};

describe("createPrincipalCache", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  /** Creates a cache whose look-up is a mock that calls the real one. */
  const createCounted = () => {
    const lookUp = vi.fn<FindPrincipal>(createFindPrincipal(api.database.pool, createLanes().control));
    const { state, feed } = createFeed();
    return { principals: createPrincipalCache("production", lookUp, feed), lookUp, state };
  };
  const revoke = (key: string) =>
    api.database.db.apiKey.update({ where: { hash: hashApiKey(key) }, data: { revokedAt: new Date() } });

  it("finds the account, scope and actor of an API key", async () => {
    const accountId = await api.makeAccount("manager");
    const key = await api.makeKey("read", { name: "Shop front", accountId });
    const { id } = await api.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(key) } });
    expect(await api.deps.principals.find(key)).toEqual({
      keyId: id,
      account: { id: accountId, role: "manager" },
      scope: "read",
      expiresAt: null,
      actor: { kind: "key", id: Number(id), name: "Shop front" },
      flow: {
        account: expect.stringMatching(new RegExp(`^account ${accountId} `)),
        key: Buffer.from(hashApiKey(key)).toString("base64"),
      },
    });
  });

  it("judges the expiry of an API key by the clock of the database if this machine's clock is wrong", async () => {
    const expiresAt = new Date(Date.now() - 600_000);
    const key = await api.makeKey("read", { expiresAt });
    const { principals } = createCounted();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    try {
      const { expiresAt: found } = (await principals.find(key)) ?? expect.fail();
      expect(found?.getTime()).toBeLessThan(Date.now() - 590_000);
      expect(found?.getTime()).toBeGreaterThan(Date.now() - 700_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it("finds the account of a session's key, and the flow that all sessions of an account share", async () => {
    const { db } = api.database;
    const accountId = await api.makeAccount("clerk");
    const { email } = await db.account.findUniqueOrThrow({ where: { id: accountId } });
    const addSession = async () => {
      const key = generateApiKey("production");
      const expiresAt = new Date(Date.now() + 60_000);
      const keys = { create: { hash: hashApiKey(key), scope: "write" as const, expiresAt } };
      await db.session.create({ data: { accountId, token: randomBytes(32).toString("hex"), expiresAt, keys } });
      return key;
    };
    const [first, second] = [await addSession(), await addSession()];
    const found = await api.deps.principals.find(first);
    expect(found).toMatchObject({
      keyId: undefined,
      account: { id: accountId, role: "clerk" },
      scope: "write",
      actor: { kind: "account", id: Number(accountId), name: email },
    });
    expect((await api.deps.principals.find(second))?.flow).toEqual(found?.flow);
    await db.session.deleteMany({ where: { accountId } });
    await api.deps.principals.forget();
    expect(await api.deps.principals.find(first)).toBeUndefined();
  });

  it("limits the scope of a key to the scope of its account's role", async () => {
    const key = await api.makeKey("admin", { accountId: await api.makeAccount("clerk") });
    expect((await api.deps.principals.find(key))?.scope).toBe("write");
  });

  it("finds no key of a disabled account until the ban expires", async () => {
    const { db } = api.database;
    const id = await api.makeAccount();
    const key = await api.makeKey("read", { accountId: id });
    const { principals } = createCounted();
    const ban = (banned: boolean, banExpires: Date | null) =>
      db.account.update({ where: { id }, data: { banned, banExpires } });
    await ban(true, null);
    expect(await principals.find(key)).toBeUndefined();
    await ban(true, new Date(Date.now() + 60_000));
    expect(await principals.find(key)).toBeUndefined();
    await ban(true, new Date(Date.now() - 60_000));
    expect(await principals.find(key)).toBeDefined();
  });

  it("looks a valid key up once, and an unknown one each time", async () => {
    const { principals, lookUp } = createCounted();
    const key = await api.makeKey("read");
    const first = await principals.find(key);
    expect(principals.find(key)).toBe(first);
    expect(lookUp).toHaveBeenCalledTimes(1);
    const unknown = generateApiKey("production");
    await principals.find(unknown);
    await principals.find(unknown);
    expect(lookUp).toHaveBeenCalledTimes(3);
  });

  it("looks a key up again after a change and while the change feed is not current", async () => {
    const { principals, lookUp, state } = createCounted();
    const key = await api.makeKey("read");
    await principals.find(key);
    state.notify();
    await principals.find(key);
    expect(lookUp).toHaveBeenCalledTimes(2);
    state.isCurrent = false;
    await principals.find(key);
    await revoke(key);
    expect(await principals.find(key)).toBeUndefined();
    expect(lookUp).toHaveBeenCalledTimes(4);
  });

  it("caches look-ups only while the change feed is current", async () => {
    const { principals, lookUp, state } = createCounted();
    const key = await api.makeKey("read");
    state.isCurrent = false;
    await principals.find(key);
    await revoke(key);
    state.isCurrent = true;
    expect(await principals.find(key)).toBeUndefined();
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it("does not cache a look-up during a change", async () => {
    const { state, feed } = createFeed();
    const lookUp = createFindPrincipal(api.database.pool, createLanes().control);
    let isSlow = true;
    const principals = createPrincipalCache(
      "production",
      async (hash) => {
        const found = await lookUp(hash);
        if (isSlow) {
          await revoke(key);
          state.notify();
        }
        return found;
      },
      feed,
    );
    const key = await api.makeKey("read");
    expect(await principals.find(key)).toBeDefined();
    isSlow = false;
    expect(await principals.find(key)).toBeUndefined();
  });

  it("looks concurrent keys up in one query, at most 1,000 at once", async () => {
    const query = vi.spyOn(api.database.pool, "query");
    const lookUp = createFindPrincipal(api.database.pool, createLanes().control);
    const valid = await api.makeKey("read");
    const hashes = Array.from({ length: 2_500 }, () => randomBytes(32).toString("base64"));
    query.mockClear();
    const found = await Promise.all([...hashes, Buffer.from(hashApiKey(valid)).toString("base64")].map(lookUp));
    // The periodic tasks of the service also send queries, so these are filtered out.
    const given = query.mock.calls.map(([, values]) => (values as unknown as [unknown] | undefined)?.[0]);
    const asked = given.flatMap((keys) => (Array.isArray(keys) ? [keys.length] : []));
    query.mockRestore();
    expect(found.slice(0, -1)).toEqual(hashes.map(() => undefined));
    expect(found.at(-1)).toMatchObject({ scope: "read" });
    expect(asked).toEqual([1_000, 1_000, 501]);
  });

  it("rejects the waiting look-ups when the query fails, but not later ones", async () => {
    const lookUp = createFindPrincipal(api.database.pool, createLanes().control);
    const hash = randomBytes(32).toString("base64");
    const query = vi.spyOn(api.database.pool, "query").mockImplementationOnce(() => Promise.reject(new Error("away")));
    await expect(lookUp(hash)).rejects.toThrow("away");
    query.mockRestore();
    expect(await lookUp(hash)).toBeUndefined();
  });
});
