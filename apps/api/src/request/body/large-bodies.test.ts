import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type RawExchange, startRequest } from "../../../test/support/raw-request.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";
import { keyedBodies } from "./body-budget.js";
import { createLargeBodyPlace, openLargeRoom } from "./large-bodies.js";

const MIB = 1_048_576;
const busy = errorBody(
  "service_unavailable",
  503,
  "another large request body is in progress; try again after the time in Retry-After",
);

describe("createLargeBodyPlace", () => {
  const create = () => {
    let time = 0;
    const place = createLargeBodyPlace(() => time);
    const isRefused = (account: string) => {
      try {
        place.check(account);
        return false;
      } catch {
        return true;
      }
    };
    return { ...place, isRefused, pass: (seconds: number) => (time += seconds * 1_000) };
  };

  it("has one place, and a second release does not take the place from the next holder", () => {
    const { take, isRefused } = create();
    const release = take("a");
    expect(() => take("a")).toThrow("another large request body is in progress");
    release();
    const releaseNext = take("a");
    release();
    expect(isRefused("a")).toBe(true);
    releaseNext();
    expect(isRefused("a")).toBe(false);
  });

  it("gives the place to the account that was refused first, and not to its last holder again", () => {
    const { take, isRefused } = create();
    let release = take("a");
    // Other requests of the account that holds the place do not get ahead of those of other accounts.
    expect(isRefused("a")).toBe(true);
    expect([isRefused("b"), isRefused("c"), isRefused("b")]).toEqual([true, true, true]);
    release();
    expect([isRefused("a"), isRefused("c"), isRefused("b")]).toEqual([true, true, false]);
    release = take("b");
    release();
    expect([isRefused("b"), isRefused("a"), isRefused("c")]).toEqual([true, true, false]);
  });

  it("reserves the place for a refused account for 8 seconds", () => {
    const { take, isRefused, pass } = create();
    const release = take("a");
    expect(isRefused("b")).toBe(true);
    release();
    pass(7);
    expect([isRefused("a"), isRefused("b")]).toEqual([true, false]);
    pass(1);
    expect(isRefused("a")).toBe(false);
  });
});

describe("openLargeRoom", () => {
  it("keeps the place until the work ends once the body has arrived", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const place = createLargeBodyPlace();
    const refuse = vi.fn<() => void>();
    const room = openLargeRoom(place, "a", undefined)(refuse);
    room.hold(2 * MIB, 2 * MIB);
    room.finish?.();
    vi.advanceTimersByTime(60_000);
    expect(refuse).not.toHaveBeenCalled();
    expect(() => place.check("b")).toThrow("another large request body is in progress");
    room.release();
    expect(() => place.check("b")).not.toThrow();
  });
});

describe("the place of a large body", () => {
  let api: TestApi;
  let keys: { greedy: string; other: string };
  let opened: RawExchange[] = [];
  beforeAll(async () => {
    api = await createTestApi();
    const [greedy, other] = await Promise.all([api.makeAccount("manager"), api.makeAccount("manager")]);
    keys = {
      greedy: await api.makeKey("admin", { accountId: greedy }),
      other: await api.makeKey("admin", { accountId: other }),
    };
  });
  afterEach(async () => {
    for (const { socket } of opened) socket.destroy();
    opened = [];
    // Whatever happened in the test, both accounts can use the place afterwards, and all memory is free again.
    await expect.poll(() => statusOf(keys.other)).toBe(200);
    await expect.poll(() => statusOf(keys.greedy)).toBe(200);
    await expect.poll(() => keyedBodies.total).toBe(0);
  });
  afterAll(() => api.close());

  const importLine = "POST /v1/pets/import";
  const row = `${"Rex".repeat(60)},Dog\n`;
  const csv = (bytes: number) => `name,category\n${row.repeat(Math.ceil(bytes / row.length))}`;
  const file = (bytes: number) => JSON.stringify({ csv: csv(bytes), source: "large.csv", columns: {} });
  const importFile = (key: string, bytes = 1.2 * MIB) =>
    api.send(`${importLine}?dryRun=true`, { key, raw: file(bytes), headers: { "content-type": "application/json" } });
  const statusOf = async (key: string) => (await importFile(key)).status;
  const start = async (line: string, key: string, body: string, length?: number) => {
    const headers = { Authorization: `Bearer ${key}` };
    const exchange = await startRequest(api, line, { headers, body, ...(length !== undefined && { length }) });
    opened.push(exchange);
    return exchange;
  };
  /** Takes the place and then stops sending data. */
  const hold = async () => {
    const exchange = await start(importLine, keys.greedy, " ".repeat(0.9 * MIB), 9_000_000);
    await expect.poll(() => keyedBodies.total).toBe(MIB);
    await exchange.send(" ".repeat(0.2 * MIB));
    await expect.poll(() => keyedBodies.total).toBe(0);
    expect(exchange.status()).toBeUndefined();
    return exchange;
  };

  it.each(["POST /v1/pets/changes", importLine])(
    "is not taken at the first byte of a large body of %s, declared or chunked",
    async (line) => {
      await start(line, keys.greedy, "{", 4_000_000);
      await start(line, keys.greedy, "{");
      await expect.poll(() => keyedBodies.total).toBe(8_192);
      expect(await statusOf(keys.other)).toBe(200);
    },
  );

  it("is taken once more than 1 MiB has arrived, and others get 503 before their bodies are read", async () => {
    await hold();
    const { status, body, headers } = await importFile(keys.other);
    expect([status, body, headers.get("retry-after")]).toEqual([503, busy, "5"]);
    const unread = await start(importLine, keys.other, "", 9_000_000);
    await expect.poll(() => unread.status()).toBe(503);
    expect((await importFile(keys.other, 0.5 * MIB)).status).toBe(200);
    expect(keyedBodies.total).toBe(0);
  });

  it("is refused to a chunked body as soon as more than 1 MiB of the body has arrived", async () => {
    await hold();
    const chunked = await start(importLine, keys.other, " ".repeat(0.5 * MIB));
    await expect.poll(() => keyedBodies.total).toBe(0.5 * MIB);
    await chunked.send(" ".repeat(0.6 * MIB));
    await expect.poll(() => chunked.status()).toBe(503);
    expect(keyedBodies.total).toBe(0);
  });

  it("is given to a refused account before its last holder gets it again", async () => {
    const held = await hold();
    expect(await statusOf(keys.other)).toBe(503);
    held.socket.destroy();
    await expect.poll(() => statusOf(keys.other)).toBe(200);
    await expect.poll(() => statusOf(keys.greedy)).toBe(200);
    const again = await hold();
    expect(await statusOf(keys.other)).toBe(503);
    again.socket.destroy();
    expect(await statusOf(keys.greedy)).toBe(503);
  });

  it("is free again after a body that was accepted, refused, too long or cut off", async () => {
    const send = (raw: string) =>
      api.send(`${importLine}?dryRun=true`, {
        key: keys.greedy,
        raw,
        headers: { "content-type": "application/json" },
      });
    expect((await send(file(1.2 * MIB))).status).toBe(200);
    expect((await send(`${file(1.2 * MIB)}}`)).status).toBe(400);
    const long = await start(importLine, keys.greedy, file(MIB));
    for (let mib = 1; mib < 17; mib += 1) await long.send(" ".repeat(MIB));
    await expect.poll(() => long.status()).toBe(413);
    const broken = await hold();
    broken.socket.resetAndDestroy();
  });

  it("is lost with 408 if the body arrives at less than 64 KiB a second", async () => {
    const slow = await hold();
    const drip = setInterval(() => void slow.send(" ".repeat(20_000)), 1_000);
    await expect.poll(() => slow.status()).toBe(408);
    clearInterval(drip);
    expect(slow.answer()).toContain('{"code":"request_timeout",');
  });
});
