import { listRoutes } from "@petstore/contract/routes";
import { authContract } from "@petstore/contract/auth";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addStaff, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const routes = listRoutes(authContract).map(({ route }) => route);

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe("the paths below /auth", () => {
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
    "POST /auth/key/",
    "POST /auth//key",
    "POST /auth/KEY",
    "POST /auth",
    "GET /AUTH/get-session",
  ])("returns 404 to an owner for %s", async (line) => {
    const { browser } = await signedInOnce();
    const answer = await browser.send(line, line.startsWith("GET") ? undefined : {});
    expect(answer.body).toEqual(errorBody("path_not_found", 404));
  });

  let once: ReturnType<typeof signedIn> | undefined;
  const signedInOnce = () => (once ??= signedIn(api));

  it.each(routes.map(({ method, path }) => [method, `/auth${path}`] as const))(
    "%s %s returns 405 for other methods, with no-store",
    async (_, path) => {
      const methods = routes.filter((route) => `/auth${route.path}` === path).map((route) => route.method);
      const all = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
      const allow = all.toSorted().join(", ");
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

  it("answer HEAD like GET, without a body", async () => {
    const { browser } = await signedInOnce();
    const answer = await browser.send("HEAD /auth/get-session");
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });
});

describe("POST below /auth", () => {
  it.each([undefined, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1:1"])(
    "returns 403 for the origin %j",
    async (origin) => {
      const { email } = await addStaff(api);
      for (const { path } of routes.filter(({ method }) => method === "POST")) {
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

describe("the body of POST /auth/sign-in/email", () => {
  const send = (raw: string | Buffer, headers: Record<string, string> = { "content-type": "application/json" }) =>
    api.send("POST /auth/sign-in/email", { key: "", raw: raw as string, headers: { origin: api.origin, ...headers } });

  it.each([
    ["a form", "email=a", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
    ["no JSON", "{", { "content-type": "application/json" }, 400, "invalid_request"],
    ["an array", "[]", { "content-type": "application/json" }, 400, "invalid_request"],
    ["empty", "", { "content-type": "application/json" }, 400, "invalid_request"],
    ["too large", `"${"x".repeat(10_240)}"`, { "content-type": "application/json" }, 413, "payload_too_large"],
  ])("is refused when it is %s", async (_what, raw, headers, status, code) => {
    expect((await send(raw, headers)).body).toEqual(errorBody(code, status));
  });
});

describe("the lane of requests below /auth", () => {
  it("is shared fairly: each network has its own flow", async () => {
    const own = await createTestApi({ TRUSTED_PROXIES: "loopback" });
    const run = vi.spyOn(own.deps.lanes.signIn, "run");
    for (const address of ["203.0.113.1", "203.0.113.2", "2001:db8::1", "2001:db8::2", "2001:db8:1::1"]) {
      await own.send("GET /auth/get-session", { key: "", headers: { "x-forwarded-for": address } });
    }
    const flows = run.mock.calls.map(([{ account, key }]) => [account, key]);
    expect(flows.every(([account, key]) => account === key)).toBe(true);
    const [one, other, ...ofIpv6] = flows.map(([account]) => account);
    expect(new Set([one, other, ...ofIpv6]).size).toBe(4);
    expect(ofIpv6[0]).toBe(ofIpv6[1]);
    await own.close();
  });
});

describe("a database that fails", () => {
  it("causes a 500, although better-auth reads it as empty or successful", async () => {
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
