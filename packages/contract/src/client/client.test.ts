import { createRequire } from "node:module";
import { readdir, readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createAuthClient,
  type Deprecation,
  NotFoundError,
  PetReservedError,
  PetStoreError,
  RateLimitedError,
  UnexpectedResponseError,
} from "./index.js";
import { etag, frank, hurry, json, newPet, refused, scripted } from "../../test/support/scripted-client.js";

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

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
  it("has the key, the version of the package, and a parameter once for each of its values", async () => {
    const { client, sent } = scripted([json(200, [])]);
    await client.pets.listPets({ query: { id: [1, 2], q: "A&B ü" }, headers: { prefer: "count=exact" } });
    expect(sent[0]?.url).toBe("https://pets.example/v1/pets?id=1&id=2&q=A%26B+%C3%BC");
    expect(Object.fromEntries(sent[0]?.init.headers ?? [])).toEqual({
      accept: "application/problem+json, */*;q=0.9",
      authorization: "Bearer pets_live_1",
      prefer: "count=exact",
      "user-agent": `petstore-contract/${version}`,
    });
    expect([sent[0]?.init.method, sent[0]?.init.body]).toEqual(["GET", undefined]);
  });

  it("has a JSON body, a new Idempotency-Key if the operation takes one, and the caller's headers", async () => {
    const { client, sent } = scripted([json(201, frank), json(200, frank), json(200, [])]);
    await client.pets.createPet(newPet);
    await client.pets.updatePet({ params: { petId: 7 }, body: { name: "Bo" }, headers: { "if-match": etag } });
    const attributes = { size: ["small", "large"] };
    const query = { limit: 0, name: undefined, id: [7, undefined], attributes } as never;
    await client.pets.listPets({ query, headers: { prefer: undefined } });
    const fieldsOf = sent.map(({ init }) =>
      [...(init.headers as Headers).keys()].filter((name) => !/^(?:user-agent|authorization)$/.test(name)),
    );
    expect(fieldsOf).toEqual([
      ["accept", "content-type", "idempotency-key"],
      ["accept", "content-type", "if-match"],
      ["accept"],
    ]);
    expect(sent[0]?.init.headers.get("content-type")).toBe("application/json");
    expect(sent.map(({ init }) => init.body)).toEqual([JSON.stringify(newPet.body), '{"name":"Bo"}', undefined]);
    expect(sent[2]?.url).toBe(
      "https://pets.example/v1/pets?limit=0&id=7&attributes%5Bsize%5D=small&attributes%5Bsize%5D=large",
    );
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
    await expect(client.views.deleteView({ params: { name: "" } })).rejects.toThrow("deleteView needs params.name");
    const slashed = scripted([new Response(null, { status: 204 })], { baseUrl: "https://pets.example/v1/" });
    await slashed.client.views.deleteView({ params: { name: "a/b ü?" } });
    expect(slashed.sent[0]?.url).toBe("https://pets.example/v1/views/a%2Fb%20%C3%BC%3F");
  });

  it("refuses an If-Match without a value: it would overwrite newer changes", async () => {
    const { client, sent } = scripted([]);
    const headers = { "if-match": undefined };
    await expect(client.pets.updatePet({ params: { petId: 7 }, headers, body: { name: "Bo" } })).rejects.toThrow(
      'headers["if-match"] is undefined',
    );
    expect(sent).toEqual([]);
  });

  it("refuses a photo without a type, which the service could not read", async () => {
    const { client, sent } = scripted([]);
    const body = new Blob([new Uint8Array([0xff, 0xd8])]);
    await expect(client.photos.createPhoto({ params: { petId: 7 }, body })).rejects.toThrow(
      "createPhoto needs body.type, such as image/jpeg",
    );
    expect(sent).toEqual([]);
  });

  it("a request to /auth follows the options for validation, timeout and deprecation", async () => {
    const seen: string[] = [];
    const sent: RequestInit[] = [];
    const steps = [json(200, [], { deprecation: "@1763683200" }), json(200, { later: 1 })];
    const client = createAuthClient({
      baseUrl: "/auth",
      timeoutMs: 5,
      fetch: async (_url, init = {}) => {
        sent.push(init);
        return steps.shift() ?? new Promise<Response>(() => {});
      },
      onDeprecated: ({ operation }) => void seen.push(operation),
      validate: (operation, status, body) => {
        if (!Array.isArray(body)) throw new Error(`${operation} ${status}`);
        return body;
      },
    });
    expect((await client.sessions.listSessions()).status).toBe(200);
    expect([seen, new Headers(sent[0]?.headers).has("authorization")]).toEqual([["listSessions"], false]);
    await expect(client.sessions.listSessions()).rejects.toThrow("does not describe: listSessions 200");
    const late = client.sessions.listSessions();
    late.catch(() => {});
    await vi.advanceTimersByTimeAsync(5);
    await expect(late).rejects.toThrow("within 5 ms");
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

  it.each(["document", "WorkerGlobalScope"])(
    "sends no version in a browser with %s, as that would cause a CORS preflight",
    async (name) => {
      vi.stubGlobal(name, {});
      vi.resetModules();
      const { userAgent } = await import("./user-agent.js");
      vi.unstubAllGlobals();
      expect(userAgent).toEqual({});
    },
  );

  it("passes on options of fetch", async () => {
    const { client, sent } = scripted([json(200, [])]);
    await client.pets.listPets({ fetchOptions: { keepalive: true } });
    expect(sent[0]?.init).toMatchObject({ keepalive: true, redirect: "manual", method: "GET" });
  });
});

describe("a result", () => {
  it("has the body, the ETag and the request's id", async () => {
    const { client } = scripted([json(201, frank, { etag, "x-request-id": "r-7" })]);
    const result = await client.pets.createPet(newPet);
    expect(result).toMatchObject({ status: 201, body: frank, etag, requestId: "r-7" });
    expect(result.headers.get("etag")).toBe(etag);
  });

  it("is the error response for a declared error status", async () => {
    const { client } = scripted([refused(404, "not_found")]);
    const { status, body } = await client.pets.getPet({ params: { petId: 9 } });
    expect([status, body]).toEqual([404, { code: "not_found", message: "it is not_found", status: 404 }]);
  });

  it("is text for CSV", async () => {
    const { client } = scripted([new Response("id\n1\n", { headers: { "content-type": "text/csv; charset=utf-8" } })]);
    expect((await client.pets.exportPets()).body).toBe("id\n1\n");
  });

  it("is an UnexpectedResponseError for a status that the contract does not declare", async () => {
    const headers = { "x-request-id": "r-5", "retry-after": "9" };
    const { client } = scripted([new Response("<html>", { status: 405, headers })]);
    const error = await client.pets.listPets().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ name: "UnexpectedResponseError", code: "unexpected_response", status: 405 });
    expect(error).toMatchObject({ requestId: "r-5", retryAfter: 9 });
    expect(String(error)).toContain("GET /pets answered 405 with a body that is not JSON");
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

  it("yield pages with the cursor of the next page, from which a later program can continue", async () => {
    const first = scripted([page([1, 2], "/v1/pets?status=sold&limit=2&cursor=abc"), page([3])]);
    const cursors: (string | null)[] = [];
    for await (const { nextCursor } of first.client.pets.pages({ query: { status: "sold" } })) cursors.push(nextCursor);
    expect(cursors).toEqual(["abc", null]);
    const later = scripted([page([3])]);
    const query = { status: "sold", cursor: cursors[0] ?? "" } as const;
    for await (const { body } of later.client.pets.pages({ query })) expect(body).toMatchObject([{ id: 3 }]);
    expect(later.sent.map(({ url }) => url)).toEqual(["https://pets.example/v1/pets?status=sold&cursor=abc"]);
  });

  it("use only the query of a link, so that the key is sent to no other server", async () => {
    const { client, sent } = scripted([page([1], "https://evil.example/v1/pets?cursor=abc"), page([])]);
    for await (const { status } of client.pets.pages()) expect(status).toBe(200);
    expect(sent[1]?.url).toBe("https://pets.example/v1/pets?cursor=abc");
  });

  it("take the header fields, the signal and the options of the request to each page", async () => {
    const { client, sent } = scripted([page([1], "/v1/pets?cursor=abc"), page([2])]);
    const headers = { prefer: "count=exact" } as const;
    const request = { query: { q: "Bo" }, headers, fetchOptions: { keepalive: true } };
    for await (const { status } of client.pets.pages(request)) expect(status).toBe(200);
    expect(sent.map(({ init }) => [init.headers.get("prefer"), init.keepalive])).toEqual(
      [0, 1].map(() => ["count=exact", true]),
    );
    const controller = new AbortController();
    const aborted = scripted([page([1], "/v1/pets?cursor=abc")]).client.pets.pages({ signal: controller.signal });
    await aborted.next();
    controller.abort("left");
    await expect(aborted.next()).rejects.toBe("left");
  });

  it("reject with the error of a later page", async () => {
    const { client } = scripted([page([1], "/v1/pets?cursor=abc"), refused(400, "invalid_request")]);
    const pages = client.pets.pages();
    await pages.next();
    await expect(pages.next()).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("request no page that nobody reads", async () => {
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
    await expect(pages.next()).rejects.toThrow("a page that names itself as its next page");
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

  it("is reported once for each operation and client after its last attempt, even with an error", async () => {
    const seen: string[] = [];
    const gone = refused(404, "not_found", headers);
    const options = { onDeprecated: ({ operation }: Deprecation) => void seen.push(operation) };
    const steps = () => [
      refused(503, "service_unavailable", headers),
      gone.clone(),
      json(200, [], { ...headers, sunset: "" }),
    ];
    for (const { client } of [scripted(steps(), options), scripted(steps(), options)]) {
      await hurry(client.pets.getPet({ params: { petId: 7 } }));
      await client.pets.listPets();
    }
    expect(seen).toEqual(["getPet", "listPets", "getPet", "listPets"]);
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
