import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, createBrowser, signedIn } from "../../test/support/staff.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const ageSession = (accountId: bigint, data: { createdAt?: Date; expiresAt?: Date; updatedAt?: Date }) =>
  api.database.db.session.updateMany({ where: { accountId }, data });
const ago = (ms: number) => new Date(Date.now() - ms);
const sessionOf = async (browser: Browser) => {
  const { body } = await browser.send("GET /auth/get-session");
  return (body as { session: { expiresAt: string; endsAt: string; createdAt: string } } | null)?.session;
};
const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

describe("a session", () => {
  it.each([
    ["owner", 7],
    ["manager", 7],
    ["clerk", 30],
  ] as const)("a session of role %s ends %i days after the sign-in, even if it is in use", async (role, days) => {
    const { browser, id } = await signedIn(api, role);
    const session = await sessionOf(browser);
    expect(daysOf(session?.createdAt ?? "", session?.endsAt ?? "")).toBe(days);
    await ageSession(id, { createdAt: ago(days * DAY_MS - MINUTE_MS) });
    expect((await sessionOf(browser))?.expiresAt).toBe((await sessionOf(browser))?.endsAt);
    expect((await browser.send("GET /auth/list-sessions")).status).toBe(200);
    await ageSession(id, { createdAt: ago(days * DAY_MS + 1_000), expiresAt: new Date(Date.now() + DAY_MS) });
    expect(await sessionOf(browser)).toBeUndefined();
    expect((await browser.send("GET /auth/list-sessions")).status).toBe(401);
    expect((await browser.send("POST /auth/key")).status).toBe(401);
  });

  it("ends 24 hours after the last get-session or the last exchange for a key", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    for (const use of ["GET /auth/get-session", "POST /auth/key"]) {
      await ageSession(id, { expiresAt: new Date(Date.now() + MINUTE_MS) });
      expect((await browser.send(use)).status).toBe(200);
      const { expiresAt } = await api.database.db.session.findFirstOrThrow({ where: { accountId: id } });
      expect(Math.abs(expiresAt.getTime() - Date.now() - DAY_MS)).toBeLessThan(MINUTE_MS);
    }
    await ageSession(id, { expiresAt: ago(1) });
    expect(await sessionOf(browser)).toBeUndefined();
  });

  it("does not count a list of sessions as a use", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    const expiresAt = new Date(Date.now() + MINUTE_MS);
    await ageSession(id, { expiresAt });
    expect((await browser.send("GET /auth/list-sessions")).body).toMatchObject([
      { expiresAt: expiresAt.toISOString() },
    ]);
    expect(await api.database.db.session.findFirst({ where: { accountId: id } })).toMatchObject({ expiresAt });
  });

  it("ends a day after the sign-in with rememberMe: false", async () => {
    const { email, id } = await signedIn(api, "clerk");
    await api.database.db.session.deleteMany({ where: { accountId: id } });
    const browser = createBrowser(api);
    await browser.send("POST /auth/sign-in/email", { email, password: "violet anchor 42 drum", rememberMe: false });
    const session = await sessionOf(browser);
    expect(daysOf(session?.createdAt ?? "", session?.endsAt ?? "")).toBe(1);
    await ageSession(id, { createdAt: ago(DAY_MS + 1), expiresAt: new Date(Date.now() + DAY_MS) });
    expect(await sessionOf(browser)).toBeUndefined();
  });

  it("follows the same rule from its next use on if an earlier version created it", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    await ageSession(id, { createdAt: ago(2 * DAY_MS), expiresAt: new Date(Date.now() + 5 * DAY_MS) });
    await api.database.pool.query("UPDATE session SET authenticated_at = NULL WHERE account_id = $1", [id]);
    const session = await sessionOf(browser);
    expect(Date.parse(session?.expiresAt ?? "")).toBeLessThan(Date.now() + DAY_MS + MINUTE_MS);
    expect(session).toMatchObject({ authenticatedAt: session?.createdAt });
  });

  it("becomes shorter with a more powerful role, and so does its key", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    await ageSession(id, { createdAt: ago(8 * DAY_MS) });
    const { key } = (await browser.send("POST /auth/key")).body as { key: string };
    expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
    const { browser: owner } = await signedIn(api);
    const listed = async () =>
      (await owner.send("POST /auth/admin/list-user-sessions", { userId: Number(id) })).body as { sessions: object[] };
    expect((await listed()).sessions).toHaveLength(1);
    await api.database.db.account.update({ where: { id }, data: { role: "manager" } });
    expect(await sessionOf(browser)).toBeUndefined();
    expect((await listed()).sessions).toEqual([]);
    await api.deps.principals.forget();
    expect((await api.send("GET /v1/pets", { key })).status).toBe(401);
  });
});

describe("signing in again", () => {
  it("ends the previous session of the browser and its key", async () => {
    const { browser, email, id } = await signedIn(api, "clerk");
    const { key } = (await browser.send("POST /auth/key")).body as { key: string };
    expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
    const old = new Map(browser.cookies);
    expect((await browser.signIn(email)).status).toBe(200);
    expect((await api.send("GET /v1/pets", { key })).status).toBe(401);
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(1);
    const before = createBrowser(api);
    for (const [name, value] of old) before.cookies.set(name, value);
    expect(await sessionOf(before)).toBeUndefined();
    expect(await sessionOf(browser)).toBeDefined();
  });

  it("ends a session of another account too, but not of other browsers", async () => {
    const [one, other] = [await signedIn(api, "clerk"), await signedIn(api, "clerk")];
    await one.browser.signIn(other.email);
    expect(await api.database.db.session.count({ where: { accountId: one.id } })).toBe(0);
    expect(await sessionOf(other.browser)).toBeDefined();
  });

  it("ends nothing if the password is wrong", async () => {
    const { browser, email } = await signedIn(api, "clerk");
    expect((await browser.signIn(email, "not the right one")).status).toBe(401);
    expect(await sessionOf(browser)).toBeDefined();
  });
});
