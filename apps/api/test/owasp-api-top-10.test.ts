import { randomUUID } from "node:crypto";
import { type ContractRoute, contract, listRoutes, MAX_BODY_BYTES, type Scope } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateApiKey } from "../src/credentials/api-key-format.js";
import { addPets, newPet } from "./support/builders.js";
import { requestExamples } from "./support/requests.js";
import { addStaff, createBrowser, password, signedIn } from "./support/staff.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";

// These tests cover the OWASP API Security Top 10 of 2023. docs/security.md says why 6, 7 and 10 need no test.

let api: TestApi;
const keyOf: Partial<Record<Scope, string>> = {};
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
  api.secrets.add(password);
  for (const scope of ["read", "write", "admin"] as const) keyOf[scope] = await api.makeKey(scope);
});
afterAll(() => api.close());

const routes = listRoutes(contract);

const send = async ({ operationId }: ContractRoute, key: string) => {
  const { line, options = {} } = (await requestExamples[operationId]?.(api)) ?? expect.fail(operationId);
  return api.send(line, { ...options, key });
};

describe("API1:2023 Broken Object Level Authorization", () => {
  it("an API key of another account cannot be rotated", async () => {
    const others = await api.makeKey("admin", { accountId: await api.makeAccount("manager") });
    const { body } = await api.send("POST /v1/api-keys", { key: others, body: { name: "theirs", scope: "read" } });
    const { id } = body as { id: number };
    const rotation = { key: keyOf.admin ?? "", body: { overlapSeconds: 0 } };
    expect((await api.send(`POST /v1/api-keys/${id}/rotate`, rotation)).body).toEqual(errorBody("forbidden", 403));
  });

  it("the outcome of another account's request is not replayed", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const stranger = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    const first = await api.send("POST /v1/pets", { headers, body: newPet({ name: "Mine" }) });
    const second = await api.send("POST /v1/pets", { headers, body: newPet({ name: "Theirs" }), key: stranger });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.has("idempotent-replayed")).toBe(false);
  });

  it("an account cannot see or end the sessions of another", async () => {
    const { browser: theirs } = await signedIn(api, "clerk");
    const { browser: mine } = await signedIn(api, "clerk");
    const [{ id }] = (await theirs.send("GET /auth/list-sessions")).body as [{ id: number }];
    const own = (await mine.send("GET /auth/list-sessions")).body as { id: number }[];
    expect(own).toHaveLength(1);
    expect(own[0]?.id).not.toBe(id);
    await mine.send("POST /auth/revoke-session", { id });
    expect((await theirs.send("GET /auth/list-sessions")).status).toBe(200);
  });
});

describe("API2:2023 Broken Authentication", () => {
  it("a key in the URL is ignored, and every operation but the document returns 401", async () => {
    for (const { operationId, metadata } of routes) {
      const { line, options = {} } = (await requestExamples[operationId]?.(api)) ?? expect.fail(operationId);
      const { status } = await api.send(`${line}?access_token=${api.key}`, { ...options, key: "" });
      expect([operationId, status]).toEqual([operationId, metadata.scope === null ? 400 : 401]);
    }
  });

  it("invented, expired and disabled keys get the same 401", async () => {
    const { db } = api.database;
    const past = new Date(Date.now() - 1_000);
    const disabled = await api.makeAccount();
    await db.account.update({ where: { id: disabled }, data: { banned: true } });
    const keys = [
      generateApiKey("production"),
      generateApiKey("staging"),
      await api.makeKey("read", { expiresAt: past }),
      await api.makeKey("read", { accountId: disabled }),
    ];
    const answers = await Promise.all(keys.map((key) => api.send("GET /v1/pets", { key })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it("sign-in attempts end at a limit that does not reveal whether the account exists", async () => {
    const refusals = async (email: string) => {
      const answers = [];
      const browser = createBrowser(api);
      for (let tries = 0; tries < 11; tries += 1) {
        const { status, body } = await browser.signIn(email, "wrong wrong wrong");
        answers.push([status, body]);
      }
      return answers;
    };
    const known = await refusals((await addStaff(api)).email);
    expect(known.map(([status]) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(await refusals(`${randomUUID()}@petstore.test`)).toEqual(known);
  });
});

describe("API3:2023 Broken Object Property Level Authorization", () => {
  it("properties that are not in the schema are refused", async () => {
    const [petId] = await addPets(api, {});
    const more = { id: 7, accountId: 1, heldBy: 1, role: "owner", createdAt: new Date().toISOString() };
    const tries = [
      api.send("POST /v1/pets", { body: { ...newPet(), ...more } }),
      api.send(`PATCH /v1/pets/${petId}`, { body: { name: "x", ...more } }),
      api.send("POST /v1/orders", { body: { petId, status: "delivered", ...more } }),
      api.send("POST /v1/api-keys", { key: keyOf.admin ?? "", body: { name: "k", scope: "read", ...more } }),
    ];
    for (const { status, body } of await Promise.all(tries)) {
      expect(status).toBe(400);
      expect((body as { message: string }).message).toContain("accountId");
    }
  });

  it("keys do not reveal their hash, and accounts do not reveal their password", async () => {
    const keys = await api.send("GET /v1/api-keys", { key: keyOf.admin ?? "" });
    expect(keys.status).toBe(200);
    expect(keys.text).not.toMatch(/"(hash|key|password)"/);
    const { browser } = await signedIn(api);
    const accounts = await browser.send("GET /auth/admin/list-users");
    expect(accounts.status).toBe(200);
    expect(JSON.stringify(accounts.body)).not.toMatch(/"(hash|key|password)"/);
  });
});

describe("API4:2023 Unrestricted Resource Consumption", () => {
  it("requests, bodies, header fields, pages and lists have limits", async () => {
    const limited = await createTestApi({ RATE_LIMIT: "1" });
    await limited.send("GET /v1/pets");
    const large = newPet({ name: "x".repeat(MAX_BODY_BYTES) });
    const answers = [
      await limited.send("GET /v1/pets"),
      await api.send("POST /v1/pets", { body: large }),
      await api.send("POST /v1/pets/batch", { body: Array.from({ length: 1_001 }, () => newPet()) }),
      await api.send("GET /v1/pets?limit=101"),
      await api.send(`GET /v1/pets?${Array.from({ length: 101 }, (_, id) => `id=${id + 1}`).join("&")}`),
      await api.send("GET /v1/pets", { headers: { "x-long": "x".repeat(16_384) } }),
    ];
    await limited.close();
    expect(answers.map(({ status }) => status)).toEqual([429, 413, 400, 400, 400, 431]);
  });
});

describe("API5:2023 Broken Function Level Authorization", () => {
  const lesser = { write: "read", admin: "write" } as const;

  it.each(routes.filter(({ metadata }) => metadata.scope === "write" || metadata.scope === "admin"))(
    "$operationId refuses a key of a lower scope",
    async (route) => {
      const { scope } = route.metadata;
      const key = keyOf[lesser[scope === "admin" ? "admin" : "write"]] ?? "";
      expect((await send(route, key)).body).toEqual(errorBody("forbidden", 403));
    },
  );

  it("a key cannot exceed the role of its account: a clerk's admin key cannot manage keys", async () => {
    const key = await api.makeKey("admin", { accountId: await api.makeAccount("clerk") });
    for (const route of routes.filter(({ metadata }) => metadata.scope === "admin")) {
      expect((await send(route, key)).status).toBe(403);
    }
  });

  it.each(["manager", "clerk"] as const)("a %s cannot manage accounts", async (role) => {
    const { browser } = await signedIn(api, role);
    const { id } = await api.database.db.account.findFirstOrThrow({ where: { role: "owner" } });
    const userId = Number(id);
    const calls: [string, object][] = [
      ["GET /auth/admin/list-users", {}],
      ["POST /auth/admin/create-user", { email: "x@petstore.test", name: "X", role: "owner" }],
      ["POST /auth/admin/update-user", { userId, email: "x@petstore.test" }],
      ["POST /auth/admin/set-role", { userId, role: "clerk" }],
      ["POST /auth/admin/ban-user", { userId }],
      ["POST /auth/admin/invite-user", { userId }],
      ["POST /auth/admin/revoke-user-sessions", { userId }],
    ];
    for (const [line, body] of calls) {
      const { status } = await browser.send(line, line.startsWith("GET") ? undefined : body);
      expect([line, status]).toEqual([line, 403]);
    }
    expect(await api.database.db.account.findUnique({ where: { id } })).toMatchObject({ role: "owner", banned: false });
  });
});

describe("API8:2023 Security Misconfiguration", () => {
  it("no response names the software, and browsers cannot take a response for another media type", async () => {
    for (const line of ["GET /v1/pets", "GET /v1/nothing", "GET /healthz", "GET /auth/get-session", "TRACE /v1/pets"]) {
      const text = await api.sendBytes(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(text).not.toMatch(/^(server|x-powered-by):/im);
      expect(text).toMatch(/^x-content-type-options: nosniff/im);
    }
  });

  it("a 500 reveals no internals", async () => {
    const broken = await createTestApi();
    await broken.database.pool.query("ALTER TABLE pet RENAME COLUMN name TO nickname");
    const { status, body } = await broken.send("GET /v1/pets");
    await broken.close();
    expect([status, body]).toEqual([
      500,
      errorBody("internal_error", 500, "internal error; quote the X-Request-Id when you report it"),
    ]);
  });

  it("a page of another origin can neither read a response nor act on behalf of the browser", async () => {
    const { headers } = await api.send("GET /v1/pets", { headers: { origin: "https://evil.example" } });
    expect(headers.has("access-control-allow-origin")).toBe(false);
    const { browser } = await signedIn(api);
    const traded = await browser.send("POST /auth/key", undefined, { origin: "https://evil.example" });
    expect(traded.status).toBe(403);
    expect(traded.headers.has("access-control-allow-origin")).toBe(false);
  });

  it("a cookie does not authenticate below /v1", async () => {
    const { browser } = await signedIn(api);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    expect((await api.send("GET /v1/pets", { key: "", headers: { cookie } })).status).toBe(401);
  });
});

describe("API9:2023 Improper Inventory Management", () => {
  type Document = { paths: Record<string, Record<string, { deprecated?: boolean }>> };

  it("the document lists exactly the operations that are served", async () => {
    const { paths } = (await api.send("GET /v1/openapi.json")).body as Document;
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    );
    const served = routes.map(({ route }) => `${route.method} ${route.path}`);
    expect(documented.toSorted()).toEqual(served.toSorted());
    for (const path of new Set(routes.map(({ route }) => route.path))) {
      const { headers } = await api.send(`OPTIONS /v1${path.replaceAll(/:\w+/g, "1")}`);
      const methods = routes.filter(({ route }) => route.path === path).map(({ route }) => route.method);
      const allowed = (headers.get("allow") ?? "").split(", ").filter((one) => one !== "HEAD" && one !== "OPTIONS");
      expect(allowed.toSorted()).toEqual(methods.toSorted());
    }
  });

  it("a deprecated operation declares Deprecation and Sunset", async () => {
    const { paths } = (await api.send("GET /v1/openapi.json")).body as Document;
    expect(paths["/pets/{petId}"]?.["get"]?.deprecated).toBe(true);
    const [petId] = await addPets(api, {});
    const { headers } = await api.send(`GET /v1/pets/${petId}`);
    expect(headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(headers.get("sunset")).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
  });

  it("other versions, debugging and metrics pages do not exist", async () => {
    for (const path of ["/v0/pets", "/v2/pets", "/pets", "/metrics", "/debug", "/auth/sign-up/email", "/auth/ok"]) {
      expect([path, (await api.send(`GET ${path}`)).status]).toEqual([path, 404]);
    }
  });
});
