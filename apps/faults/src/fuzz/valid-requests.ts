import { BASE_PATH, contract, type ContractRoute, listRoutes, takesBody } from "@petstore/contract/routes";
import type { Random } from "@petstore/bench/dist/random.js";
import { keyOf } from "./packet.js";

const routes = listRoutes(contract);
const words = ["available", "pending", "sold", "placed", "approved", "active", "id", "-name", "true", "stable"];
const values = [...words, "1", "2", "100", "0", "-1", "1e3", "%20", "%F0%9F%90%95", "%zz", "key:1", "pet:2", ""];
const targets = ["/healthz", "/readyz", "/deprecations", "/auth/get-session", "/v1/nothing", "/", "*", "//v1/pets"];

export const randomJson = (random: Random, depth = 0): unknown => {
  const kind = random.int(0, depth > 4 ? 4 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.pick([0, 1, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, random.int(1, 99)]);
  if (kind <= 4) return random.pick(["Frank", "", "\u0000", "\ud800", "🐕".repeat(random.int(1, 300)), ...words]);
  const items = Array.from({ length: random.int(0, 5) }, () => randomJson(random, depth + 1));
  if (kind === 5) return items;
  const names = ["name", "categoryId", "status", "petId", "into", "scope", "__proto__", "constructor"];
  return Object.fromEntries(items.map((item) => [random.pick(names), item]));
};

const bodies: Record<string, (random: Random) => unknown> = {
  createPet: (random) => ({ name: "Frank", categoryId: random.int(1, 9), status: random.pick(words) }),
  createPetBatch: (random) => Array.from({ length: random.int(1, 20) }, () => ({ name: "Bo", categoryId: 1 })),
  putPetsByExternalId: (random) =>
    Array.from({ length: random.int(1, 20) }, () => ({
      externalId: `F-${random.int(1, 30)}`,
      name: "Bo",
      categoryId: random.int(1, 9),
    })),
  changePets: (random) => {
    const side = () =>
      random.chance(0.2) ? null : { name: "Bo", categoryId: 1, status: random.pick(words.slice(0, 3)) };
    return Array.from({ length: random.int(1, 20) }, (_, at) => ({ id: at + 1, from: side(), to: side() }));
  },
  updatePet: (random) => ({ status: random.pick(["available", "pending", "sold"]) }),
  createCategory: (random) => ({ name: `Category ${random.int(1, 1_000)}` }),
  updateCategory: (random) => ({ name: `Category ${random.int(1, 1_000)}` }),
  mergeCategory: (random) => ({ into: random.int(1, 20) }),
  createCustomer: (random) => ({ name: "Ada", phone: `0${random.int(10_000, 99_999)}` }),
  mergeCustomer: (random) => ({ into: random.int(1, 20) }),
  createOrder: (random) => ({ petId: random.int(1, 60) }),
  updateOrder: (random) => ({ status: random.pick(["approved", "delivered", "cancelled"]) }),
  createApiKey: () => ({ name: "Fuzz", scope: "read" }),
  rotateApiKey: () => ({ overlapSeconds: 60 }),
};

const examplesOf = ({ metadata }: ContractRoute): unknown[] =>
  Object.values(metadata.examples?.["request"] ?? { none: {} });

const queryOf = ({ route }: ContractRoute, random: Random): string => {
  const names = [...Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {}), "colour"];
  const parameters = Array.from({ length: random.int(0, 4) }, () => `${random.pick(names)}=${random.pick(values)}`);
  return parameters.length === 0 || random.chance(0.3) ? "" : `?${parameters.join("&")}`;
};

/** The first keys are used to send the requests, so they must stay valid. */
const FIRST_SPARE_KEY = 4;

const fieldsOf = (random: Random): string[] =>
  [
    'If-None-Match: "a", W/"b"',
    "If-None-Match: *",
    'If-Match: "a"',
    "Origin: https://shop.example",
    "Prefer: count=exact",
    `Idempotency-Key: "${random.int(1, 50)}"`,
    "X-Request-Id: fuzz",
    "Accept: text/html, */*;q=0.1",
    "Cookie: petstore.session_token=a.b",
    "Expect: 100-continue",
    "X-Forwarded-For: 10.0.0.1, 10.0.0.2",
  ].filter(() => random.chance(0.1));

export type Request = { readonly head: readonly string[]; readonly body: string };

export const write = ({ head, body }: Request): string => `${head.join("\r\n")}\r\n\r\n${body}`;

export const toLatin1 = (text: string): string => Buffer.from(text).toString("latin1");

export const validRequest = (random: Random): Request => {
  const route = random.pick(routes);
  const id = random.int(route.route.path.includes(":keyId") ? FIRST_SPARE_KEY : 1, 60);
  const path = BASE_PATH + route.route.path.replaceAll(/:\w+/g, String(id));
  const made = () => bodies[route.operationId]?.(random) ?? random.pick(examplesOf(route));
  const body = takesBody(route.route) ? toLatin1(JSON.stringify(made())) : "";
  const method = route.route.method === "GET" && random.chance(0.2) ? "HEAD" : route.route.method;
  return {
    head: [
      `${method} ${path}${queryOf(route, random)} HTTP/1.1`,
      "Host: 127.0.0.1",
      `Authorization: Bearer ${keyOf("admin")}`,
      ...(body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]),
      ...fieldsOf(random),
    ],
    body,
  };
};

export const getRequest = (target: string, ...fields: string[]): string =>
  write({ head: [`GET ${target} HTTP/1.1`, "Host: a", `Authorization: Bearer ${keyOf("read")}`, ...fields], body: "" });

export const serviceRequest = (random: Random): string => getRequest(random.pick(targets));
