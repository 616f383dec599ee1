import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addStaff, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { authRoutes } from "./auth-routes.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe("what is served below /auth", () => {
  it.each([
    "POST /auth/sign-up/email",
    "POST /auth/sign-in/social",
    "POST /auth/update-user",
    "POST /auth/change-email",
    "POST /auth/delete-user",
    "POST /auth/forget-password",
    "POST /auth/request-password-reset",
    "GET /auth/verify-email",
    "GET /auth/ok",
    "GET /auth/error",
    "POST /auth/admin/impersonate-user",
    "POST /auth/admin/remove-user",
    "POST /auth/admin/update-user",
    "POST /auth/key/",
    "POST /auth//key",
    "POST /auth/KEY",
    "POST /auth",
    "GET /AUTH/get-session",
  ])("404 %s, for an owner too", async (line) => {
    const { browser } = await signedInOnce();
    const answer = await browser.send(line, line.startsWith("GET") ? undefined : {});
    expect(answer.body).toEqual(errorBody("not_found", 404));
  });

  let once: ReturnType<typeof signedIn> | undefined;
  const signedInOnce = () => (once ??= signedIn(api));

  it.each(authRoutes.map(({ method, path }) => [method, `/auth${path}`] as const))(
    "%s %s knows no other method, and nothing that it answers is kept",
    async (method, path) => {
      const allow = method === "GET" ? "GET, HEAD, OPTIONS" : "OPTIONS, POST";
      const refused = await api.send(`DELETE ${path}`, { key: "" });
      expect(refused.body).toEqual(errorBody("method_not_allowed", 405));
      const options = await api.send(`OPTIONS ${path}`, { key: "" });
      expect(options.status).toBe(204);
      for (const { headers } of [refused, options]) {
        expect(headers.get("allow")).toBe(allow);
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
      }
    },
  );

  it("answers HEAD as GET, without a body", async () => {
    const { browser } = await signedInOnce();
    const answer = await browser.send("HEAD /auth/get-session");
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });
});

describe("the origin of a request that changes something", () => {
  it.each([undefined, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1:1"])(
    "403 for %j",
    async (origin) => {
      const { email } = await addStaff(api);
      for (const { path } of authRoutes.filter(({ method }) => method === "POST")) {
        const headers = origin === undefined ? {} : { origin };
        const answer = await api.send(`POST /auth${path}`, { key: "", body: { email, password }, headers });
        expect(answer.body).toEqual(
          errorBody("forbidden", 403, `header Origin must be ${api.origin}; requests from other origins are refused`),
        );
      }
      expect(await api.database.db.session.count({ where: { account: { email } } })).toBe(0);
    },
  );
});

describe("the body", () => {
  const send = (raw: string | Buffer, headers: Record<string, string> = { "content-type": "application/json" }) =>
    api.send("POST /auth/sign-in/email", { key: "", raw: raw as string, headers: { origin: api.origin, ...headers } });

  it.each([
    ["a form", "email=a", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
    ["no JSON", "{", { "content-type": "application/json" }, 400, "invalid_request"],
    ["an array", "[]", { "content-type": "application/json" }, 400, "invalid_request"],
    ["nothing", "", { "content-type": "application/json" }, 400, "invalid_request"],
    ["too much", `"${"x".repeat(10_240)}"`, { "content-type": "application/json" }, 413, "payload_too_large"],
  ])("%s is refused", async (_what, raw, headers, status, code) => {
    expect((await send(raw, headers)).body).toEqual(errorBody(code, status));
  });
});

describe("a database that fails", () => {
  it("is no empty answer and no success, though better-auth makes one of it", async () => {
    const own = await createTestApi();
    const { browser } = await signedIn(own);
    const { pool } = own.database;
    await pool.query("ALTER TABLE session RENAME TO away");
    for (const line of ["GET /auth/get-session", "GET /auth/list-sessions", "POST /auth/sign-out"]) {
      expect((await browser.send(line)).body).toEqual(errorBody("internal_error", 500));
    }
    await pool.query("ALTER TABLE away RENAME TO session");
    expect((await browser.send("GET /auth/list-sessions")).body).toHaveLength(1);
    await own.close();
  });
});
