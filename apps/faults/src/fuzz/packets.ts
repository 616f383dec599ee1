import { authRequest, badChunks, deepBody, hugeHead, longFilters, whitespace } from "./hostile-requests.js";
import { mutate } from "./mutate.js";
import { type Packet, packetOf } from "./packet.js";
import type { Random } from "@petstore/bench/dist/random.js";
import { getRequest, randomJson, serviceRequest, toLatin1, validRequest, write } from "./valid-requests.js";

const MAX_PIPELINED = 2_000;

type Make = (random: Random) => Packet;

const randomBytes = (random: Random, length: number) =>
  String.fromCharCode(...Array.from({ length }, () => random.int(0, 255)));

const pipelined: Make = (random) => {
  const one = random.pick([
    getRequest("/v1/pets?limit=3"),
    getRequest("/v1/openapi.json"),
    getRequest(`/v1/pets?q=${random.int(1, 1e6)}`),
    serviceRequest(random),
    write(validRequest(random)),
  ]);
  const count = random.chance(0.2) ? random.int(200, MAX_PIPELINED) : random.int(2, 60);
  const ending = random.pick(["read", "half-close", "reset", "unread"] as const);
  return packetOf("pipelined", one.repeat(count), { ending, stayMs: ending === "reset" ? random.int(0, 5) : 2_000 });
};

const slow: Make = (random) => {
  const text = write(validRequest(random));
  const size = Math.max(1, Math.ceil(text.length / random.int(2, 12)));
  const parts = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  const chunks = parts.map((part) => ({ text: part, delayMs: random.int(0, 15) }));
  return { kind: "slow", chunks, ending: random.pick(["read", "reset", "half-close"] as const), stayMs: 1_000 };
};

/**
 * Requests a tunnel. The request before it makes the server answer the request for the tunnel after the client has
 * gone.
 */
const tunnel: Make = (random) => {
  const before = random.chance(0.7) ? random.pick([getRequest("/readyz"), getRequest("/v1/orders")]) : "";
  const request = random.pick([
    "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
    "CONNECT /v1/pets HTTP/1.1\r\nHost: a\r\n\r\nmore",
    "GET /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\u0081\u0005hello",
    "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ]);
  const ending = random.chance(0.8) ? "reset" : "read";
  return packetOf("tunnel", before + request, { ending, stayMs: ending === "reset" ? random.int(0, 5) : 1_000 });
};

const gone: Make = (random) =>
  packetOf("gone", write(validRequest(random)), { ending: "reset", stayMs: random.int(0, 5) });

const unread: Make = (random) => {
  const one = random.pick([getRequest("/v1/openapi.json"), getRequest("/v1/pets?limit=100")]);
  return packetOf("unread", one.repeat(random.int(20, 300)), { ending: "unread", stayMs: random.int(100, 1_500) });
};

const json: Make = (random) => {
  const { head } = validRequest(random);
  const body = toLatin1(JSON.stringify(randomJson(random)) ?? "");
  const others = head.filter((line) => !/^content-/i.test(line));
  const fields = [...others, "Content-Type: application/json", `Content-Length: ${body.length}`];
  return packetOf("json", write({ head: fields, body }));
};

const plain =
  (kind: string, text: (random: Random) => string): Make =>
  (random) => {
    const ending = random.pick(["read", "read", "half-close", "reset"] as const);
    return packetOf(kind, text(random), { ending, ...(ending === "reset" ? { stayMs: random.int(0, 30) } : {}) });
  };

const makers: readonly (readonly [number, Make])[] = [
  [8, plain("valid", (random) => write(validRequest(random)))],
  [16, plain("mutated", (random) => mutate(write(validRequest(random)), random))],
  [3, plain("bytes", (random) => randomBytes(random, random.int(1, 4_000)))],
  [3, pipelined],
  [5, tunnel],
  [4, slow],
  [3, plain("head", hugeHead)],
  [4, plain("chunks", badChunks)],
  [4, plain("whitespace", whitespace)],
  [2, plain("nested", deepBody)],
  [2, plain("filters", longFilters)],
  [1, unread],
  [6, json],
  [3, plain("auth", authRequest)],
  [5, gone],
];
const total = makers.reduce((sum, [weight]) => sum + weight, 0);

export const randomPacket: Make = (random) => {
  let drawn = random.int(1, total);
  const [, make] = makers.find(([weight]) => (drawn -= weight) <= 0) ?? [0, gone];
  return make(random);
};
