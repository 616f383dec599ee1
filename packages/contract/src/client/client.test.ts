import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ConnectionError,
  createAuthClient,
  createClient,
  type ClientOptions,
  type Deprecation,
  NotFoundError,
  PetReservedError,
  PetStoreError,
  RateLimitedError,
  TimeoutError,
  UnexpectedResponseError,
} from "./index.js";
import { validateResponse } from "../validation.js";

const frank = { id: 7, name: "Frank", categoryId: 1, status: "available" } as const;
const etag = '"Jx0c2WqTz0mGd5Vb3o1R9A"';

type Sent = { readonly url: string; readonly init: RequestInit & { readonly headers: Headers } };
type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>);

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { code, message: `it is ${code}`, status }, { "x-request-id": "r-1", ...headers });

/** A client over a `fetch` that takes these steps, one for each attempt. */
const scripted = (steps: readonly Step[], options: Partial<ClientOptions> = {}) => {
  const sent: Sent[] = [];
  const left = [...steps];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const one = { url: url as string, init: { ...init, headers: new Headers(init.headers) } };
    sent.push(one);
    const step = left.shift();
    if (step === undefined) throw new Error(`an attempt too many: ${one.url}`);
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(one) : step;
  };
  const client = createClient({ baseUrl: "https://pets.example/v1", apiKey: "pets_live_1", fetch, ...options });
  return { client, sent };
};

const keyOf = ({ init }: Sent) => init.headers.get("idempotency-key");
const newPet = { body: { name: "Frank", categoryId: 1 } };
const broken = () =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });

/** Runs what waits, without the waiting. */
const hurry = async <Result>(work: Promise<Result>): Promise<Result> => {
  const state = { isDone: false };
  const done = work.finally(() => {
    state.isDone = true;
  });
  done.catch(() => {});
  while (!state.isDone) await vi.advanceTimersByTimeAsync(1_000);
  return done;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("the client's code", () => {
  it("imports nothing but itself: a consumer needs neither zod nor @ts-rest/core", async () => {
    const folder = new URL("./", import.meta.url);
    const names = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const source = await readFile(new URL(name, folder), "utf8");
      const imported = [...source.matchAll(/^(?:import|export)\b[^;"]*?from "([^"]+)"/gm)].map(([, path]) => path);
      expect(imported.filter((path) => !/^\.\.?\/[\w/-]+\.js$/.test(path ?? ""))).toEqual([]);
    }
  });
});

describe("a request", () => {
  it("carries the key, and a parameter once for each of its values", async () => {
    const { client, sent } = scripted([json(200, [])]);
    await client.pets.listPets({ query: { id: [1, 2], name: "A&B ü" }, headers: { prefer: "count=exact" } });
    expect(sent[0]?.url).toBe("https://pets.example/v1/pets?id=1&id=2&name=A%26B+%C3%BC");
    expect(Object.fromEntries(sent[0]?.init.headers ?? [])).toEqual({
      authorization: "Bearer pets_live_1",
      prefer: "count=exact",
    });
    expect([sent[0]?.init.method, sent[0]?.init.body]).toEqual(["GET", undefined]);
  });

  it("asks a key function before each attempt", async () => {
    const keys = ["pets_live_1", "pets_live_2"];
    const { client, sent } = scripted([refused(503, "service_unavailable"), json(200, [])], {
      apiKey: async () => keys.shift() ?? "none left",
    });
    await hurry(client.pets.listPets());
    const authorizations = sent.map(({ init }) => init.headers.get("authorization"));
    expect(authorizations).toEqual(["Bearer pets_live_1", "Bearer pets_live_2"]);
  });

  it("rejects with the error of the key function, and sends nothing", async () => {
    const signedOut = new Error("signed out");
    const { client, sent } = scripted([], { apiKey: () => Promise.reject(signedOut) });
    await expect(client.pets.listPets()).rejects.toBe(signedOut);
    expect(sent).toEqual([]);
  });

  it("writes path parameters, and refuses an operation without one", async () => {
    const { client, sent } = scripted([new Response(null, { status: 204 })]);
    expect(await client.pets.deletePet({ params: { petId: 7 } })).toMatchObject({ status: 204, body: undefined });
    expect(sent[0]?.url).toBe("https://pets.example/v1/pets/7");
    await expect(client.pets.deletePet({ params: {} as { petId: number } })).rejects.toThrow(
      "deletePet needs params.petId",
    );
  });

  it("refuses an If-Match without a value: it would overwrite newer changes", async () => {
    const { client, sent } = scripted([]);
    const headers = { "if-match": undefined };
    await expect(client.pets.updatePet({ params: { petId: 7 }, headers, body: { name: "Bo" } })).rejects.toThrow(
      'headers["if-match"] is undefined',
    );
    expect(sent).toEqual([]);
  });

  it("sends cookies of the same origin to /auth, ids as numbers, and each request once", async () => {
    const sent: [string, RequestInit][] = [];
    const client = createAuthClient({
      baseUrl: "/auth",
      fetch: async (url, init = {}) => {
        sent.push([url as string, init]);
        return refused(503, "service_unavailable");
      },
    });
    expect((await client.users.banUser({ body: { userId: 7 } })).status).toBe(503);
    expect(sent).toMatchObject([
      ["/auth/admin/ban-user", { method: "POST", credentials: "same-origin", body: '{"userId":7}' }],
    ]);
  });

  it("passes on options of fetch", async () => {
    const { client, sent } = scripted([json(200, [])]);
    await client.pets.listPets({ fetchOptions: { keepalive: true } });
    expect(sent[0]?.init.keepalive).toBe(true);
  });
});

describe("a result", () => {
  it("has the body, the ETag and the request's id", async () => {
    const { client } = scripted([json(201, frank, { etag, "x-request-id": "r-7" })]);
    const result = await client.pets.createPet(newPet);
    expect(result).toMatchObject({ status: 201, body: frank, etag, requestId: "r-7" });
    expect(result.headers.get("etag")).toBe(etag);
  });

  it("is the error itself for a declared status", async () => {
    const { client } = scripted([refused(404, "not_found")]);
    const { status, body } = await client.pets.getPet({ params: { petId: 9 } });
    expect([status, body]).toEqual([404, { code: "not_found", message: "it is not_found", status: 404 }]);
  });

  it("is text for CSV", async () => {
    const { client } = scripted([new Response("id\n1\n", { headers: { "content-type": "text/csv; charset=utf-8" } })]);
    expect((await client.pets.exportPets()).body).toBe("id\n1\n");
  });

  it("is an UnexpectedResponseError for a status that the contract does not declare", async () => {
    const { client } = scripted([new Response("<html>", { status: 405 })]);
    const error = await client.pets.listPets().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ name: "UnexpectedResponseError", code: "unexpected_response", status: 405 });
    expect(String(error)).toContain("GET /pets answered 405, which is not in the contract");
  });

  it("is an UnexpectedResponseError for a body that is not JSON", async () => {
    const { client } = scripted([new Response("<html>", { headers: { "content-type": "text/html" } })]);
    await expect(client.pets.listPets()).rejects.toThrow("answered 200 with a body that is not JSON");
  });
});

describe("orThrow", () => {
  it("resolves to the body", async () => {
    const { client } = scripted([json(201, frank), new Response(null, { status: 204 })]);
    expect(await client.orThrow.pets.createPet(newPet)).toEqual(frank);
    expect(await client.orThrow.pets.deletePet({ params: { petId: 7 } })).toBeUndefined();
  });

  it("rejects with the class of the code", async () => {
    const { client } = scripted([
      refused(404, "not_found"),
      refused(409, "pet_reserved"),
      refused(429, "rate_limited", { "retry-after": "120" }),
    ]);
    const thrown = async () => client.orThrow.pets.deletePet({ params: { petId: 7 } }).catch((error: unknown) => error);
    expect(await thrown()).toBeInstanceOf(NotFoundError);
    expect(await thrown()).toBeInstanceOf(PetReservedError);
    const limited = await thrown();
    expect(limited).toBeInstanceOf(RateLimitedError);
    expect(limited).toBeInstanceOf(PetStoreError);
    expect(limited).toMatchObject({
      name: "RateLimitedError",
      code: "rate_limited",
      status: 429,
      message: "it is rate_limited",
      requestId: "r-1",
      retryAfter: 120,
    });
  });

  it("rejects with a PetStoreError for a code that a later version added", async () => {
    const { client } = scripted([refused(409, "pet_asleep"), refused(409, "constructor")]);
    for (const code of ["pet_asleep", "constructor"]) {
      const error = await client.orThrow.pets.createPet(newPet).catch((thrown: unknown) => thrown as PetStoreError);
      expect(error).toMatchObject({ code, status: 409 });
      expect(Object.getPrototypeOf(error)).toBe(PetStoreError.prototype);
    }
  });
});

describe("retries", () => {
  it("wait for Retry-After, and a little longer", async () => {
    const { client, sent } = scripted([refused(429, "rate_limited", { "retry-after": "7" }), json(201, frank)]);
    const result = client.pets.createPet(newPet);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toHaveLength(2);
    expect((await result).status).toBe(201);
  });

  it("understand Retry-After as a date", async () => {
    const at = new Date(Date.now() + 20_000).toUTCString();
    const { client, sent } = scripted([refused(503, "service_unavailable", { "retry-after": at }), json(200, [])]);
    const result = client.pets.listPets();
    await vi.advanceTimersByTimeAsync(17_000);
    expect(sent).toHaveLength(1);
    expect((await hurry(result)).status).toBe(200);
  });

  it("leave a response that asks for more than a minute as it is", async () => {
    const { client } = scripted([refused(429, "rate_limited", { "retry-after": "61" })]);
    expect((await client.pets.listPets()).status).toBe(429);
  });

  it("send a POST again under the same Idempotency-Key, and the next one under another", async () => {
    const steps = [broken(), refused(503, "service_unavailable"), json(201, frank), json(201, frank)];
    const { client, sent } = scripted(steps);
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(201);
    expect((await client.pets.createPet(newPet)).status).toBe(201);
    const keys = sent.map(keyOf);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it("keep the caller's own Idempotency-Key", async () => {
    const { client, sent } = scripted([broken(), json(201, frank)]);
    await hurry(client.pets.createPet({ ...newPet, headers: { "idempotency-key": "luna" } }));
    expect(sent.map(keyOf)).toEqual(["luna", "luna"]);
  });

  it("wait while the first attempt, whose response was lost, is in progress", async () => {
    const busy = refused(409, "idempotency_key_in_use", { "retry-after": "1" });
    const { client } = scripted([broken(), busy, json(201, frank)]);
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(201);
  });

  it("leave any other conflict as it is", async () => {
    const { client } = scripted([refused(409, "category_not_found")]);
    expect((await client.pets.createPet(newPet)).status).toBe(409);
  });

  it("repeat GET, PUT and DELETE after a broken connection", async () => {
    const view = { name: "sold", query: {}, shared: false, isOwn: true, owner: "a" };
    const { client } = scripted([
      broken(),
      json(200, []),
      broken(),
      json(200, view),
      broken(),
      refused(404, "not_found"),
    ]);
    expect((await hurry(client.pets.listPets())).status).toBe(200);
    const put = client.views.putView({ params: { name: "sold" }, body: { query: {}, shared: false } });
    expect((await hurry(put)).status).toBe(200);
    expect((await hurry(client.pets.deletePet({ params: { petId: 7 } }))).status).toBe(404);
  });

  it("leave a change with a precondition to the caller when its outcome is unknown", async () => {
    const { client, sent } = scripted([
      broken(),
      refused(503, "service_unavailable"),
      refused(429, "rate_limited"),
      refused(404, "not_found"),
    ]);
    const put = { params: { name: "sold" }, body: { query: {} }, headers: { "if-none-match": "*" } } as const;
    await expect(client.views.putView(put)).rejects.toBeInstanceOf(ConnectionError);
    const deletion = { params: { petId: 7 }, headers: { "if-match": '"a"' } };
    expect((await client.pets.deletePet(deletion)).status).toBe(503);
    // After 429 nothing was carried out.
    expect((await hurry(client.pets.deletePet(deletion))).status).toBe(404);
    expect(sent).toHaveLength(4);
  });

  it("repeat neither a PATCH nor a POST without a key when its outcome is unknown", async () => {
    const { client, sent } = scripted([broken(), refused(503, "service_unavailable"), broken()]);
    const patch = { params: { petId: 7 }, body: { status: "sold" } } as const;
    await expect(client.pets.updatePet(patch)).rejects.toBeInstanceOf(ConnectionError);
    expect((await client.pets.updatePet(patch)).status).toBe(503);
    await expect(client.apiKeys.createApiKey({ body: { name: "shop", scope: "read" } })).rejects.toBeInstanceOf(
      ConnectionError,
    );
    expect(sent.map(keyOf)).toEqual([null, null, null]);
  });

  it("repeat a PATCH after 429, which changed nothing", async () => {
    const { client } = scripted([refused(429, "rate_limited"), json(200, frank, { etag })]);
    const patch = client.pets.updatePet({ params: { petId: 7 }, body: { status: "sold" } });
    expect((await hurry(patch)).status).toBe(200);
  });

  it("end after maxRetries, of the client or of the request", async () => {
    const unavailable = Array.from({ length: 6 }, () => refused(503, "service_unavailable"));
    const { client, sent } = scripted(unavailable, { maxRetries: 3 });
    expect((await hurry(client.pets.listPets())).status).toBe(503);
    expect(sent).toHaveLength(4);
    expect((await client.pets.listPets({ maxRetries: 0 })).status).toBe(503);
    expect(sent).toHaveLength(5);
  });

  it("repeat what a proxy answers with 502 or 504", async () => {
    const { client } = scripted([new Response("", { status: 502 }), new Response("", { status: 504 }), json(200, [])]);
    expect((await hurry(client.pets.listPets())).status).toBe(200);
  });
});

describe("a request that ends early", () => {
  it("rejects with the signal's reason, while it waits too, and sends nothing more", async () => {
    const { client, sent } = scripted([refused(429, "rate_limited", { "retry-after": "30" })]);
    const controller = new AbortController();
    const result = client.pets.listPets({ signal: controller.signal });
    const reason = new Error("left the page");
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(reason);
    await expect(result).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  });

  it("rejects with the signal's reason during an attempt", async () => {
    const controller = new AbortController();
    const reason = new Error("left the page");
    const { client } = scripted([
      async ({ init }) => {
        controller.abort(reason);
        init.signal?.throwIfAborted();
        return json(200, []);
      },
    ]);
    await expect(client.pets.listPets({ signal: controller.signal })).rejects.toBe(reason);
  });

  it("is a TimeoutError when no response arrived within timeoutMs", async () => {
    vi.useRealTimers();
    const silent = ({ init }: Sent) =>
      new Promise<Response>((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    const { client } = scripted([silent], { maxRetries: 0 });
    const error = await client.pets.listPets({ timeoutMs: 5 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toBe("TimeoutError: GET /pets got no complete response within 5 ms");
  });

  it("is a ConnectionError for a redirect: body, key and Idempotency-Key go to no other server", async () => {
    vi.useRealTimers();
    const reached: string[] = [];
    const listen = async (answer: RequestListener) => {
      const server = createServer((request, response) => {
        request.resume();
        answer(request, response);
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    };
    const other = await listen((request, response) => {
      reached.push(String(request.headers["idempotency-key"]));
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(frank));
    });
    let asked = 0;
    const own = await listen((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: `${other.url}/v1/pets` }).end();
    });
    const client = createClient({ baseUrl: `${own.url}/v1`, apiKey: "pets_live_1", maxRetries: 0 });
    const call = { ...newPet, headers: { "idempotency-key": "k-1" } };
    try {
      const error = await client.pets.createPet(call).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(String(error)).toContain("check the network and baseUrl, which must not redirect");
      expect([asked, reached]).toEqual([1, []]);
      const followed = await client.pets.createPet({ ...call, fetchOptions: { redirect: "follow" } });
      expect([followed.status, reached]).toEqual([201, ["k-1"]]);
    } finally {
      own.server.close();
      other.server.close();
    }
  });

  it("is a ConnectionError when the connection breaks, with its cause", async () => {
    const { client } = scripted([broken()], { maxRetries: 0 });
    const error = await client.pets.listPets().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: "connection_error", status: 0, cause: { message: "fetch failed" } });
    expect(String(error)).toContain("ECONNRESET; check the network and baseUrl, which must not redirect");
  });
});

describe("pages and all", () => {
  const page = (ids: readonly number[], next?: string) =>
    json(
      200,
      ids.map((id) => ({ ...frank, id })),
      next === undefined ? {} : { link: `<${next}>; rel="next", </v1/pets?limit=2>; rel="first"` },
    );

  it("follow Link to the end, with the first request's headers", async () => {
    const { client, sent } = scripted([page([1, 2], "/v1/pets?limit=2&cursor=abc"), page([3])]);
    const ids: number[] = [];
    for await (const pet of client.pets.all({ query: { limit: 2, status: "available" } })) ids.push(pet.id);
    expect(ids).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => url)).toEqual([
      "https://pets.example/v1/pets?limit=2&status=available",
      "https://pets.example/v1/pets?limit=2&cursor=abc",
    ]);
  });

  it("send the key nowhere else: of a link only the query counts", async () => {
    const { client, sent } = scripted([page([1], "https://evil.example/v1/pets?cursor=abc"), page([])]);
    for await (const { status } of client.pets.pages()) expect(status).toBe(200);
    expect(sent[1]?.url).toBe("https://pets.example/v1/pets?cursor=abc");
  });

  it("ask for no page that nobody reads", async () => {
    const { client, sent } = scripted([page([1, 2], "/v1/pets?cursor=abc")]);
    for await (const pet of client.pets.all()) if (pet.id === 2) break;
    expect(sent).toHaveLength(1);
  });

  it("reject with a PetStoreError", async () => {
    const { client } = scripted([refused(401, "unauthorized")]);
    await expect(client.orders.all().next()).rejects.toMatchObject({ code: "unauthorized", status: 401 });
  });

  it("end with an error when a page leads to itself", async () => {
    const { client } = scripted([page([1], "/v1/pets?cursor=a"), page([1], "/v1/pets?cursor=a")]);
    const pages = client.pets.pages();
    await pages.next();
    await pages.next();
    await expect(pages.next()).rejects.toThrow("a page whose next page is itself");
  });
});

describe("a deprecated operation", () => {
  const headers = {
    deprecation: "@1763683200",
    sunset: "Thu, 05 Dec 2030 00:00:00 GMT",
    link: '</v1/pets>; rel="successor-version", </docs/deprecations>; rel="deprecation"; type="text/html"',
  };

  it("is reported once", async () => {
    const seen: Deprecation[] = [];
    const { client } = scripted([json(200, frank, headers), json(200, frank, headers), json(200, [])], {
      onDeprecated: (deprecation) => seen.push(deprecation),
    });
    await client.pets.getPet({ params: { petId: 7 } });
    await client.pets.getPet({ params: { petId: 7 } });
    await client.pets.listPets();
    expect(seen).toEqual([
      {
        operation: "getPet",
        since: new Date(1_763_683_200_000),
        sunset: new Date("2030-12-05T00:00:00Z"),
        successor: "/v1/pets",
        documentation: "/docs/deprecations",
      },
    ]);
  });

  it("warns on the console by default", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { client } = scripted([json(200, frank, headers)]);
    await client.pets.getPet({ params: { petId: 7 } });
    expect(warn.mock.calls).toEqual([
      ["Pet Store: getPet is deprecated and is removed on 2030-12-05; use /v1/pets (/docs/deprecations)"],
    ]);
    warn.mockRestore();
  });
});

describe("validate", () => {
  it("passes a body that the contract describes", async () => {
    const { client } = scripted([json(201, frank)], { validate: validateResponse });
    expect((await client.pets.createPet(newPet)).body).toEqual(frank);
  });

  it("rejects one that it does not describe, and says where", async () => {
    const { client } = scripted([json(201, { ...frank, status: "asleep" })], { validate: validateResponse });
    const error = await client.pets.createPet(newPet).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(String(error)).toContain("createPet answered 201 with a body that the contract does not describe");
    expect(String(error)).toContain("status");
  });
});
