import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownApi } from "../../test/support/own-api.js";
import { codeOf, enrolPasskey, enrolTotp, optionsOf } from "../../test/support/second-factors.js";
import { createBrowser, exceptSignIns, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { createLocalBus } from "../concurrency/worker-bus.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const idsOf = (body: unknown) => (body as { id: number }[]).map(({ id }) => id);
const isSignedIn = async (browser: ReturnType<typeof createBrowser>) =>
  (await browser.send("GET /auth/get-session")).body !== null;
const keyOf = async (browser: ReturnType<typeof createBrowser>) =>
  ((await browser.send("POST /auth/key")).body as { key: string }).key;
/** The browser whose session ends, and a clerk who is signed in with another browser. */
type Arranged = Pick<Awaited<ReturnType<typeof signedIn>>, "browser"> & { other: Awaited<ReturnType<typeof signedIn>> };
/** Keeps this process from receiving changes of the database. @returns A function that ends this. */
const freezeChangeFeed = async () => {
  const { rows } = await api.database.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'petstore listener' AND datname = current_database()",
  );
  expect(rows).toHaveLength(1);
  for (const { pid } of rows) process.kill(pid, "SIGSTOP");
  return () => rows.forEach(({ pid }) => process.kill(pid, "SIGCONT"));
};
const statusWith = async (key: string) => (await api.send("GET /v1/pets", { key })).status;

describe("sessions", () => {
  it("lists only the caller's own", async () => {
    const { browser, email } = await signedIn(api, "clerk");
    await signedIn(api);
    await createBrowser(api).signIn(email);
    expect((await browser.send("GET /auth/list-sessions")).body).toHaveLength(2);
  });

  it("ends one session, and its key on the next request", async () => {
    const { browser, email } = await signedIn(api, "clerk");
    const other = createBrowser(api);
    const { session } = (await other.signIn(email)).body as { session: { id: number } };
    const key = await keyOf(other);
    expect(await statusWith(key)).toBe(200);
    expect((await browser.send("POST /auth/revoke-session", { id: session.id })).body).toEqual({ status: true });
    expect(await isSignedIn(other)).toBe(false);
    expect(await statusWith(key)).toBe(401);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("ignores the session of another account", async () => {
    const [{ browser }, victim] = [await signedIn(api), await signedIn(api)];
    const [id] = idsOf((await victim.browser.send("GET /auth/list-sessions")).body);
    await browser.send("POST /auth/revoke-session", { id });
    expect(await isSignedIn(victim.browser)).toBe(true);
  });

  it("ends all others, or all of them", async () => {
    const { browser, email } = await signedIn(api, "manager");
    const other = createBrowser(api);
    await other.signIn(email);
    await browser.send("POST /auth/revoke-other-sessions");
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
    await browser.send("POST /auth/revoke-sessions", {});
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("deletes the session on sign-out, and its key with it", async () => {
    const { browser, id } = await signedIn(api);
    const key = await keyOf(browser);
    const cookies = new Map(browser.cookies);
    expect((await browser.send("POST /auth/sign-out")).body).toEqual({ success: true });
    expect([...browser.cookies.keys()]).toEqual(["petstore.device"]);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await statusWith(key)).toBe(401);
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(0);
  });

  it.each([
    [
      "a sign-out",
      async ({ browser }) =>
        () =>
          browser.send("POST /auth/sign-out"),
    ],
    [
      "a sign-in with another password",
      async ({ browser, other }) =>
        () =>
          browser.signIn(other.email),
    ],
    [
      "a sign-in by code",
      async ({ browser, other }) => {
        const { secret } = await enrolTotp(other.browser);
        await browser.signIn(other.email);
        return async () => browser.send("POST /auth/sign-in/totp", { code: await codeOf(secret) });
      },
    ],
    [
      "a sign-in by passkey",
      async ({ browser, other }) => {
        const { authenticator } = await enrolPasskey(other.browser, api.origin);
        const response = authenticator.get(await optionsOf(browser, "authentication"));
        return () => browser.send("POST /auth/sign-in/passkey", { response });
      },
    ],
    [
      "an invitation that its browser accepts",
      async ({ browser, other }) => {
        const { browser: owner } = await signedIn(api);
        const answer = await owner.send("POST /auth/admin/invite-user", { userId: Number(other.id) });
        const { code } = (answer.body as { invitation: { code: string } }).invitation;
        return () => browser.send("POST /auth/invitation/accept", { code, password: "lantern 7 goose orbit" });
      },
    ],
  ] as [string, (arranged: Arranged) => Promise<() => Promise<{ status: number }>>][])(
    "ends the cached key together with its session at %s, before a notification arrives",
    async (_what, prepare) => {
      const { browser } = await signedIn(api);
      const end = await prepare({ browser, other: await signedIn(api, "clerk") });
      const key = await keyOf(browser);
      expect(await statusWith(key)).toBe(200);
      const resume = await freezeChangeFeed();
      try {
        expect((await end()).status).toBe(200);
        expect(await statusWith(key)).toBe(401);
      } finally {
        resume();
      }
    },
  );

  it.each([
    "GET /auth/list-sessions",
    "POST /auth/revoke-sessions",
    "POST /auth/revoke-other-sessions",
    "POST /auth/key",
    "POST /auth/change-password",
    "GET /auth/admin/list-users",
    "POST /auth/admin/create-user",
  ])("returns 401 for %s without a session or with an altered cookie", async (line) => {
    const browser = createBrowser(api);
    const unauthorized = errorBody("unauthorized", 401, "no session; sign in with POST /auth/sign-in/email");
    expect((await browser.send(line)).body).toEqual(unauthorized);
    const { browser: other } = await signedIn(api);
    for (const [name, value] of other.cookies)
      browser.cookies.set(
        name,
        value.replace(/^./, (it) => (it === "a" ? "b" : "a")),
      );
    expect((await browser.send(line)).body).toEqual(unauthorized);
  });
});

describe("POST /auth/key", () => {
  it.each([
    ["owner", "admin"],
    ["manager", "admin"],
    ["clerk", "write"],
  ] as const)("exchanges the session of role %s for a %s key of 15 minutes", async (role, scope) => {
    const { browser } = await signedIn(api, role);
    const before = Date.now();
    const answer = await browser.send("POST /auth/key");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ key: expect.stringMatching(/^pets_live_/), scope, expiresAt: expect.any(String) });
    const { key, expiresAt } = answer.body as { key: string; expiresAt: string };
    expect(Math.abs(Date.parse(expiresAt) - before - 900_000)).toBeLessThan(60_000);
    expect(await statusWith(key)).toBe(200);
    const { rows } = await api.database.pool.query("SELECT scope, session_key::text AS text FROM session_key");
    expect(rows.some((row) => row.text.includes(key))).toBe(false);
  });

  it("keeps the keys that other tabs of the session use", async () => {
    const { browser } = await signedIn(api, "clerk");
    const keys = [await keyOf(browser), await keyOf(browser)];
    expect(await Promise.all(keys.map(statusWith))).toEqual([200, 200]);
  });

  it("ends with its session at the latest, and deletes expired keys", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    await browser.send("POST /auth/key");
    const { db, pool } = api.database;
    const age = "interval '30 days' - interval '1 minute'";
    await pool.query(`UPDATE session SET created_at = now() - (${age}) WHERE account_id = $1`, [id]);
    await pool.query("UPDATE session_key SET expires_at = now() - interval '1 second'");
    const { expiresAt } = (await browser.send("POST /auth/key")).body as { expiresAt: string };
    const session = await db.session.findFirstOrThrow({ where: { accountId: id }, include: { keys: true } });
    expect(Date.parse(expiresAt)).toBe(session.createdAt.getTime() + 30 * 86_400_000);
    expect(session.keys).toHaveLength(1);
  });

  it("returns the time at which the session really ends, even if the stored time is later", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    const [createdAt, expiresAt] = [Date.now() - 30 * 86_400_000 + 60_000, Date.now() + 240_000];
    const data = { createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) };
    await api.database.db.session.updateMany({ where: { accountId: id }, data });
    const answer = (await browser.send("POST /auth/key")).body as { expiresAt: string };
    expect(Date.parse(answer.expiresAt)).toBe(createdAt + 30 * 86_400_000);
  });

  it("returns 429 after too many keys of one session, but not to another session", async () => {
    // The real limit of 300 is tested in sign-in-limits.test.ts. Here, 300 requests would take seconds.
    const bus = createLocalBus();
    const openCounter: typeof bus.openCounter = (options) =>
      bus.openCounter({ ...options, ...(options.name === "keys by session" && { points: 3 }) });
    const limited = await ownApi({ TRUSTED_PROXIES: "loopback" }, { workerBus: { ...bus, openCounter } });
    const { browser, email } = await signedIn(limited, "clerk");
    const other = createBrowser(limited);
    await other.signIn(email);
    for (let count = 0; count < 3; count += 1) expect((await browser.send("POST /auth/key")).status).toBe(200);
    const answer = await browser.send("POST /auth/key");
    expect(answer.body).toEqual(errorBody("rate_limited", 429, expect.stringContaining("too many API keys")));
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await other.send("POST /auth/key")).status).toBe(200);
  });

  it("returns 403 to a page of another origin", async () => {
    const { browser } = await signedIn(api);
    const answer = await browser.send("POST /auth/key", undefined, { origin: "http://evil.example" });
    expect(answer.body).toEqual(errorBody("forbidden", 403));
    expect(answer.text).not.toContain("pets_live_");
  });
});

describe("POST /auth/change-password", () => {
  it("sets the password, ends other sessions, and records an event", async () => {
    const { browser, email, id } = await signedIn(api, "clerk");
    const other = createBrowser(api);
    await other.signIn(email);
    const newPassword = "glacier 9 tulip march";
    const body = { currentPassword: "violet anchor 42 drum", newPassword };
    expect((await browser.send("POST /auth/change-password", body)).status).toBe(200);
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
    expect((await createBrowser(api).signIn(email)).status).toBe(401);
    expect((await createBrowser(api).signIn(email, newPassword)).status).toBe(200);
    const state = { id: Number(id), email, name: "clerk", role: "clerk", disabled: false };
    const events = await api.database.db.auditEvent.findMany({
      where: { subjectKind: "account", subjectId: id, ...exceptSignIns },
    });
    expect(events).toMatchObject([
      {
        action: "account.set_password",
        actorKind: "account",
        actorId: id,
        actorName: email,
        before: state,
        after: state,
      },
    ]);
  });

  it("sets a device cookie only if the session remembers the browser", async () => {
    const { email } = await signedIn(api, "clerk");
    const browser = createBrowser(api);
    let [currentPassword, newPassword] = ["violet anchor 42 drum", "glacier 9 tulip march"];
    for (const rememberMe of [false, true]) {
      await browser.send("POST /auth/sign-in/email", { email, password: currentPassword, rememberMe });
      browser.cookies.delete("petstore.device");
      expect((await browser.send("POST /auth/change-password", { currentPassword, newPassword })).status).toBe(200);
      expect([browser.cookies.has("petstore.device"), await isSignedIn(browser)]).toEqual([rememberMe, true]);
      [currentPassword, newPassword] = [newPassword, currentPassword];
    }
  });

  it("makes the browser a known device that can use the new password", async () => {
    const { browser, email, id } = await signedIn(api, "clerk");
    const newPassword = "glacier 9 tulip march";
    await browser.send("POST /auth/change-password", { currentPassword: "violet anchor 42 drum", newPassword });
    expect((await browser.signIn(email, newPassword)).status).toBe(200);
    const event = await api.database.db.auditEvent.findFirstOrThrow({
      where: { subjectKind: "account", subjectId: id, action: "account.sign_in" },
      orderBy: { id: "desc" },
    });
    expect(event.after).toMatchObject({ knownDevice: true });
  });

  it("returns 400 if another request changes the password first", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    const { pool, db } = api.database;
    const waitingSql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";
    const other = await pool.connect();
    try {
      await other.query("BEGIN");
      await other.query("SELECT pg_advisory_xact_lock(x'70657475'::int)");
      const body = { currentPassword: "violet anchor 42 drum", newPassword: "glacier 9 tulip march" };
      const changing = browser.send("POST /auth/change-password", body);
      await expect.poll(async () => (await pool.query(waitingSql)).rowCount, { interval: 10, timeout: 20_000 }).toBe(1);
      await other.query("UPDATE credential SET password = 'another hash' WHERE account_id = $1", [id]);
      await other.query("COMMIT");
      expect((await changing).body).toEqual(errorBody("invalid_password", 400));
    } finally {
      other.release(true);
    }
    const [credential] = await db.credential.findMany({ where: { userId: id } });
    expect(credential?.password).toBe("another hash");
  });

  it("returns 429 after 10 attempts to guess the password", async () => {
    const { browser } = await signedIn(api, "clerk");
    const body = { currentPassword: "not the right one", newPassword: "short" };
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await browser.send("POST /auth/change-password", body)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it.each([
    [
      { currentPassword: "not the right one", newPassword: "glacier 9 tulip march" },
      "invalid_password",
      expect.stringContaining("body.currentPassword is wrong"),
    ],
    [
      { currentPassword: "violet anchor 42 drum", newPassword: "short" },
      "invalid_request",
      "body.newPassword must have 12 to 128 characters",
    ],
    [
      { currentPassword: "violet anchor 42 drum", newPassword: "password1234" },
      "invalid_request",
      expect.stringContaining("must not be easy to guess"),
    ],
    [{ newPassword: "glacier 9 tulip march" }, "invalid_request", "body.currentPassword is required"],
  ])("returns 400 for %j and changes nothing", async (body, code, message) => {
    const { browser, email, id } = await signedIn(api, "clerk");
    const answer = await browser.send("POST /auth/change-password", body);
    expect(answer.body).toEqual(errorBody(code, 400, message));
    expect(await isSignedIn(browser)).toBe(true);
    expect((await createBrowser(api).signIn(email)).status).toBe(200);
    expect(
      await api.database.db.auditEvent.count({ where: { subjectId: id, subjectKind: "account", ...exceptSignIns } }),
    ).toBe(0);
  });
});
