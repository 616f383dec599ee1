import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { generateApiKey, hashApiKey } from "./api-key-format.js";
import { createLanes } from "../concurrency/lanes.js";
import type { ChangeFeed } from "../database/change-feed.js";
import { createFindPrincipal, type FindPrincipal } from "./find-principal.js";
import { createPrincipalCache } from "./principal-cache.js";

/** A feed that is told what to be. */
const createFeed = () => {
  const state = { isCurrent: true, tell: () => {} };
  const feed: ChangeFeed = {
    isCurrent: () => state.isCurrent,
    subscribe: (_channel, onChange) => void (state.tell = onChange),
    catchUp: async () => {},
    close: async () => {},
  };
  return { state, feed };
};

describe("what keys stand for", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  /** The real look-up, counted. */
  const createCounted = () => {
    const lookUp = vi.fn<FindPrincipal>(createFindPrincipal(api.database.pool, createLanes().control));
    const { state, feed } = createFeed();
    return { credentials: createPrincipalCache("production", lookUp, feed), lookUp, state };
  };
  const revoke = (key: string) =>
    api.database.db.apiKey.update({ where: { hash: hashApiKey(key) }, data: { revokedAt: new Date() } });

  it("says whose an API key is and what it may do", async () => {
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

  it("says whose the key of a signed-in browser is; all browsers of an account are counted as one", async () => {
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

  it("lets a key do no more than its account may, whatever it was made for", async () => {
    const key = await api.makeKey("admin", { accountId: await api.makeAccount("clerk") });
    expect((await api.deps.principals.find(key))?.scope).toBe("write");
  });

  it("knows no key of an account that is disabled, until the ban ends", async () => {
    const { db } = api.database;
    const id = await api.makeAccount();
    const key = await api.makeKey("read", { accountId: id });
    const { credentials } = createCounted();
    const ban = (banned: boolean, banExpires: Date | null) =>
      db.account.update({ where: { id }, data: { banned, banExpires } });
    await ban(true, null);
    expect(await credentials.find(key)).toBeUndefined();
    await ban(true, new Date(Date.now() + 60_000));
    expect(await credentials.find(key)).toBeUndefined();
    await ban(true, new Date(Date.now() - 60_000));
    expect(await credentials.find(key)).toBeDefined();
  });

  it("asks the database once for a key that is valid, and each time for one that is not", async () => {
    const { credentials, lookUp } = createCounted();
    const key = await api.makeKey("read");
    const first = await credentials.find(key);
    expect(credentials.find(key)).toBe(first);
    expect(lookUp).toHaveBeenCalledTimes(1);
    const unknown = generateApiKey("production");
    await credentials.find(unknown);
    await credentials.find(unknown);
    expect(lookUp).toHaveBeenCalledTimes(3);
  });

  it("looks every key up anew after a change, and while the feed of changes is not current", async () => {
    const { credentials, lookUp, state } = createCounted();
    const key = await api.makeKey("read");
    await credentials.find(key);
    state.tell();
    await credentials.find(key);
    expect(lookUp).toHaveBeenCalledTimes(2);
    state.isCurrent = false;
    await credentials.find(key);
    await revoke(key);
    expect(await credentials.find(key)).toBeUndefined();
    expect(lookUp).toHaveBeenCalledTimes(4);
  });

  it("keeps nothing that was looked up while a change came, for it may be what was before", async () => {
    const { state, feed } = createFeed();
    const lookUp = createFindPrincipal(api.database.pool, createLanes().control);
    let isSlow = true;
    const credentials = createPrincipalCache(
      "production",
      async (hash) => {
        const found = await lookUp(hash);
        if (isSlow) {
          await revoke(key);
          state.tell();
        }
        return found;
      },
      feed,
    );
    const key = await api.makeKey("read");
    expect(await credentials.find(key)).toBeDefined();
    isSlow = false;
    expect(await credentials.find(key)).toBeUndefined();
  });

  it("asks for what comes at the same time in one query, and for no more than a thousand at once", async () => {
    const query = vi.spyOn(api.database.pool, "query");
    const lookUp = createFindPrincipal(api.database.pool, createLanes().control);
    const valid = await api.makeKey("read");
    const hashes = Array.from({ length: 2_500 }, () => randomBytes(32).toString("base64"));
    query.mockClear();
    const found = await Promise.all([...hashes, Buffer.from(hashApiKey(valid)).toString("base64")].map(lookUp));
    const asked = query.mock.calls.map(([, values]) => (values as unknown as [string[]])[0].length);
    query.mockRestore();
    expect(found.slice(0, -1)).toEqual(hashes.map(() => undefined));
    expect(found.at(-1)).toMatchObject({ scope: "read" });
    expect(asked).toEqual([1_000, 1_000, 501]);
  });

  it("fails all that wait where the database does, and the next ones not", async () => {
    const lookUp = createFindPrincipal(api.database.pool, createLanes().control);
    const hash = randomBytes(32).toString("base64");
    const query = vi.spyOn(api.database.pool, "query").mockImplementationOnce(() => Promise.reject(new Error("away")));
    await expect(lookUp(hash)).rejects.toThrow("away");
    query.mockRestore();
    expect(await lookUp(hash)).toBeUndefined();
  });
});
