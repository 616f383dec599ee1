import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clientRoutesSource } from "./client-routes-source.js";
import { createAuthClient, createClient } from "./client.js";

describe("client-routes.ts", () => {
  it("is what the contract says today (else run `npx pnpm --filter @petstore/contract openapi:write`)", async () => {
    const committed = await readFile(new URL("client-routes.ts", import.meta.url), "utf8");
    expect(clientRoutesSource()).toBe(committed);
  });
});

describe("client.ts", () => {
  const read = (file: string) => readFile(new URL(file, import.meta.url), "utf8");
  const runtimeImports = (source: string) =>
    [...source.matchAll(/^import (?!type )[^;]* from "([^"]+)"/gm)].map(([, path]) => path);

  it("loads only its table of routes: a bundle has no schemas and no descriptions", async () => {
    expect(runtimeImports(await read("client.ts"))).toEqual(["./client-routes.js"]);
    expect(await read("client-routes.ts")).not.toMatch(/^import /m);
  });
});

describe("a client", () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  afterEach(() => void fetched.mockReset());

  it("sends the key, and a parameter once for each of its values", async () => {
    fetched.mockResolvedValueOnce(Response.json([], { status: 200 }));
    const client = createClient({ baseUrl: "https://pets.example/v1", apiKey: "pets_live_1" });
    await client.pets.listPets({ query: { id: [1, 2], name: "A&B ü" }, headers: { prefer: "count=exact" } });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("https://pets.example/v1/pets?id=1&id=2&name=A%26B+%C3%BC");
    expect(new Headers(init?.headers)).toEqual(
      new Headers({ authorization: "Bearer pets_live_1", prefer: "count=exact" }),
    );
    expect([init?.method, init?.body, init?.credentials]).toEqual(["GET", undefined, undefined]);
  });

  it("asks a key function before each request", async () => {
    fetched.mockImplementation(async () => Response.json([]));
    const keys = ["pets_live_1", "pets_live_2"];
    const client = createClient({ baseUrl: "/v1", apiKey: async () => keys.shift() ?? "none left" });
    await client.pets.listPets();
    await client.pets.listPets();
    const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));
    expect(sent).toEqual(["Bearer pets_live_1", "Bearer pets_live_2"]);
  });

  it("rejects with the error of the key function, and sends nothing", async () => {
    const signedOut = new Error("signed out");
    const client = createClient({ baseUrl: "/v1", apiKey: () => Promise.reject(signedOut) });
    await expect(client.pets.listPets()).rejects.toBe(signedOut);
    expect(fetched).not.toHaveBeenCalled();
  });

  it("writes path parameters, and reads a 204 without a body", async () => {
    fetched.mockResolvedValueOnce(new Response(null, { status: 204 }));
    const client = createClient({ baseUrl: "/v1", apiKey: "k" });
    expect(await client.pets.deletePet({ params: { petId: 7 } })).toMatchObject({ status: 204, body: undefined });
    expect(fetched.mock.calls[0]?.[0]).toBe("/v1/pets/7");
  });

  it("sends cookies of the same origin to /auth, and ids as numbers", async () => {
    fetched.mockResolvedValueOnce(Response.json({ code: "not_found", message: "no", status: 404 }, { status: 404 }));
    const client = createAuthClient({ baseUrl: "/auth" });
    const { status, body } = await client.users.banUser({ body: { userId: 7 } });
    expect([status, body]).toEqual([404, { code: "not_found", message: "no", status: 404 }]);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect([url, init?.method, init?.credentials, init?.body]).toEqual([
      ...["/auth/admin/ban-user", "POST", "same-origin"],
      '{"userId":7}',
    ]);
  });

  it("passes on options of fetch", async () => {
    fetched.mockResolvedValueOnce(Response.json(null));
    const { signal } = new AbortController();
    await createAuthClient({ baseUrl: "/auth" }).sessions.getSession({ fetchOptions: { signal } });
    expect(fetched.mock.calls[0]?.[1]?.signal).toBe(signal);
  });

  it("rejects a status that the contract does not declare", async () => {
    fetched.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
    await expect(createAuthClient({ baseUrl: "/auth" }).keys.exchangeSessionForKey()).rejects.toThrow(
      "POST /key answered 502, which is not in the contract.",
    );
  });
});
