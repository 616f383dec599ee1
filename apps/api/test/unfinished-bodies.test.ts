import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MAX_AUTH_BODY_BYTES } from "@petstore/contract/auth";
import { keylessBodies } from "../src/request/body/keyless-bodies.js";
import { newPet } from "./support/builders.js";
import { type RawExchange, startRequest } from "./support/raw-request.js";
import { addStaff, createBrowser } from "./support/staff.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";

const signInLine = "POST /auth/sign-in/email";
const length = MAX_AUTH_BODY_BYTES;
const almostAll = " ".repeat(length - 1);

let api: TestApi;
let opened: RawExchange[] = [];
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterEach(async () => {
  for (const { socket } of opened) socket.destroy();
  opened = [];
  await expect.poll(() => keylessBodies.total).toBe(0);
});
afterAll(() => api.close());

const start = async (network: string, body = almostAll, to = api) => {
  const exchange = await startRequest(to, signInLine, { headers: { "X-Forwarded-For": network }, length, body });
  opened.push(exchange);
  return exchange;
};
/** The sizes of bodies that use up what whole bodies leave of a budget, to the last byte. */
const remainders = Array.from({ length: 14 }, (_, at) => 2 ** (13 - at)).flatMap((bytes) => [bytes, bytes]);
const startMany = (networks: readonly string[]) => Promise.all(networks.map((network) => start(network)));
const statusesOf = (exchanges: readonly RawExchange[]) => exchanges.map(({ status }) => status());
const isAnswered = (exchange: RawExchange) => exchange.status() !== undefined;
const networks = (count: number) => Array.from({ length: count }, (_, at) => `203.0.113.${at + 1}`);
const bodyOf = ({ answer }: RawExchange): unknown => JSON.parse(answer().split("\r\n\r\n")[1] ?? "");

describe("unfinished bodies without a key", () => {
  it("block neither writes with a key nor sign-ins of another network, even if they come from 13 networks", async () => {
    const { email } = await addStaff(api);
    await startMany(networks(13).flatMap((network) => Array.from({ length: 65 }, () => network)));
    for (const bytes of remainders) await start("203.0.113.14", almostAll.slice(0, bytes));
    expect((await api.send("POST /v1/pets", { body: newPet() })).status).toBe(201);
    expect((await createBrowser(api).signIn(email)).status).toBe(200);
    expect(keylessBodies.total).toBeLessThanOrEqual(14 * 8 * length);
  });

  it("are at most 8 per network, and a ninth takes the place of the oldest, which gets 429", async () => {
    const first = await start("198.51.100.1");
    const others = await startMany(Array.from({ length: 7 }, () => "198.51.100.1"));
    await expect.poll(() => keylessBodies.total).toBe(8 * length);
    expect(statusesOf([first, ...others]).filter((status) => status !== undefined)).toEqual([]);
    const newest = await start("198.51.100.1");
    await expect.poll(() => first.status()).toBe(429);
    expect(first.answer()).toMatch(/^Retry-After: 1\r$/m);
    const message =
      "too many requests without a key from this address have unfinished bodies: at most 8 are allowed; see Retry-After";
    expect(bodyOf(first)).toEqual(errorBody("rate_limited", 429, message));
    expect([...others, newest].filter(isAnswered)).toEqual([]);
  });

  it("count for the network that the proxy names, by its /64 for IPv6", async () => {
    const apart = await startMany(["198.51.100.2", "198.51.100.3"].flatMap((network) => Array(8).fill(network)));
    const together = await startMany(Array.from({ length: 9 }, (_, at) => `2001:db8::${at + 1}`));
    await expect.poll(() => together.filter(isAnswered).length).toBe(1);
    expect(apart.filter(isAnswered)).toEqual([]);
  });

  it("count for the connection's address if no proxy is trusted, whatever the headers say", async () => {
    const direct = await createTestApi();
    try {
      const exchanges = await Promise.all(networks(9).map((network) => start(network, almostAll, direct)));
      await expect.poll(() => exchanges.filter(isAnswered).length).toBe(1);
      for (const { socket } of exchanges) socket.destroy();
    } finally {
      await direct.close();
    }
  });

  it("do not disturb the sign-in of a neighbour in the same network", async () => {
    const { email } = await addStaff(api);
    await startMany(Array.from({ length: 20 }, () => "198.51.100.4"));
    const browser = createBrowser(api);
    const { status } = await browser.send(
      signInLine,
      { email, password: "wrong wrong wrong" },
      { "x-forwarded-for": "198.51.100.4" },
    );
    expect(status).toBe(401);
  });

  it("get 408 with an Error body after five seconds, unless the body arrives earlier", async () => {
    const { email } = await addStaff(api);
    const text = JSON.stringify({ email, password: "violet anchor 42 drum" }).padEnd(length, " ");
    const silent = await start("198.51.100.5", "");
    const dripping = await start("198.51.100.5", "{");
    const slow = await start("198.51.100.5", text.slice(0, 40));
    const drip = setInterval(() => void dripping.send(" "), 1_000);
    await slow.send(text.slice(40));
    await expect.poll(() => slow.status()).toBe(200);
    await expect.poll(() => statusesOf([silent, dripping])).toEqual([408, 408]);
    clearInterval(drip);
    const message = "the request did not arrive in time; send it again";
    expect([bodyOf(silent), bodyOf(dripping)]).toEqual(Array(2).fill(errorBody("request_timeout", 408, message)));
    expect(keylessBodies.total).toBe(0);
  });

  it("release their memory if they are refused for their length or if their client leaves", async () => {
    const whole = await startRequest(api, signInLine, { headers: { "X-Forwarded-For": "198.51.100.6" } });
    opened.push(whole);
    for (let at = 0; at < 3; at += 1) await whole.send(" ".repeat(4_000));
    await expect.poll(() => whole.status()).toBe(413);
    expect(keylessBodies.total).toBe(0);
    const gone = await start("198.51.100.6");
    await expect.poll(() => keylessBodies.total).toBe(length);
    gone.socket.resetAndDestroy();
    await expect.poll(() => keylessBodies.total).toBe(0);
  });
});
