import type { Invitation } from "@petstore/contract/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, createBrowser, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const chosen = "lantern 7 goose orbit";
const invalid = errorBody(
  "invitation_invalid",
  400,
  "the invitation code is invalid or has expired; ask an owner for a new one",
);

let owner: Browser;
beforeAll(async () => {
  owner = (await signedIn(api)).browser;
});

let count = 0;
const invited = async (role = "clerk") => {
  count += 1;
  const email = `invited-${count}@petstore.test`;
  const answer = await owner.send("POST /auth/admin/create-user", { email, name: "Jane", role });
  const { user, invitation } = answer.body as { user: { id: number }; invitation: Invitation };
  return { email, id: BigInt(user.id), userId: user.id, ...invitation };
};
const accept = (browser: Browser, code: string, given = chosen) =>
  browser.send("POST /auth/invitation/accept", { code, password: given });
const show = (code: string) => createBrowser(api).send("POST /auth/invitation/show", { code });

describe("an invitation", () => {
  it("shows whom it is for, and remains valid", async () => {
    const { email, code, expiresAt } = await invited("manager");
    for (const _ of [1, 2])
      expect((await show(code)).body).toEqual({ email, name: "Jane", role: "manager", expiresAt });
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 72 * 3_600_000)).toBeLessThan(60_000);
  });

  it("sets the chosen password and signs in, once", async () => {
    const { email, code, id } = await invited();
    const browser = createBrowser(api);
    const answer = await accept(browser, code);
    expect(answer.body).toMatchObject({ user: { email, invited: false }, mustEnrolSecondFactor: false });
    expect((await browser.send("GET /auth/get-session")).body).toMatchObject({ user: { email } });
    expect(browser.cookies.has("petstore.device")).toBe(true);
    expect((await accept(createBrowser(api), code)).body).toEqual(invalid);
    expect((await show(code)).body).toEqual(invalid);
    expect((await createBrowser(api).signIn(email, chosen)).status).toBe(200);
    expect((await browser.signIn(email, chosen)).status).toBe(200);
    const events = await api.database.db.auditEvent.findMany({
      where: { subjectKind: "account", subjectId: id },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ action }) => action)).toEqual([
      "account.create",
      "account.set_password",
      "account.sign_in",
      "account.sign_in",
      "account.sign_in",
    ]);
    expect(events.slice(3).map(({ after }) => after)).toMatchObject([{ knownDevice: false }, { knownDevice: true }]);
    expect(events[1]).toMatchObject({ actorKind: "account", actorId: id, actorName: email });
    expect(events[2]).toMatchObject({ after: { method: "invitation" } });
  });

  it("accepts its code in any case and without hyphens", async () => {
    const { code } = await invited();
    expect((await accept(createBrowser(api), ` ${code.toUpperCase().replaceAll("-", " ")}`)).status).toBe(200);
  });

  it("is accepted by only one of two concurrent requests", async () => {
    const { code, id } = await invited();
    const answers = await Promise.all([
      accept(createBrowser(api), code),
      accept(createBrowser(api), code, "glacier 9 tulip march"),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(1);
  });

  it("remains valid when the password is easy to guess", async () => {
    const { code, email } = await invited();
    const refused = await accept(createBrowser(api), code, "password1234");
    expect(refused.body).toEqual(
      errorBody("invalid_request", 400, expect.stringContaining("body.password must not be easy to guess")),
    );
    expect((await accept(createBrowser(api), code, email)).status).toBe(400);
    expect((await accept(createBrowser(api), code)).status).toBe(200);
  });

  it("gets the same answer if it is unknown, expired, replaced or belongs to a banned account", async () => {
    const [expired, replaced, banned] = [await invited(), await invited(), await invited()];
    const { invitation, account } = api.database.db;
    await invitation.update({ where: { accountId: expired.id }, data: { expiresAt: new Date() } });
    await owner.send("POST /auth/admin/invite-user", { userId: replaced.userId });
    await account.update({ where: { id: banned.id }, data: { banned: true } });
    const never = "aaaa-bbbb-cccc-dddd-eeee-ffff-gggg";
    for (const code of [never, expired.code, replaced.code, banned.code]) {
      expect((await show(code)).body).toEqual(invalid);
      expect((await accept(createBrowser(api), code)).body).toEqual(invalid);
    }
    const ids = [expired.id, replaced.id, banned.id];
    expect(await api.database.db.session.count({ where: { accountId: { in: ids } } })).toBe(0);
    expect(await api.database.db.credential.count({ where: { userId: { in: ids }, password: { not: null } } })).toBe(0);
  });

  it("an invitation after a reset enables the account again and ends its sessions", async () => {
    const { browser, email, id } = await signedIn(api, "clerk");
    const answer = await owner.send("POST /auth/admin/invite-user", { userId: Number(id) });
    const { invitation } = answer.body as { invitation: Invitation };
    expect((await accept(createBrowser(api), invitation.code)).body).toMatchObject({ user: { email } });
    expect((await browser.send("GET /auth/get-session")).body).toBeNull();
    expect((await createBrowser(api).signIn(email)).status).toBe(401);
    expect((await createBrowser(api).signIn(email, chosen)).status).toBe(200);
  });

  it("a new invitation of the same account is valid for another 72 hours", async () => {
    const { id, userId } = await invited();
    await api.database.db.invitation.update({ where: { accountId: id }, data: { expiresAt: new Date() } });
    const answer = await owner.send("POST /auth/admin/invite-user", { userId });
    const { code, expiresAt } = (answer.body as { invitation: Invitation }).invitation;
    expect((await show(code)).body).toMatchObject({ expiresAt });
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 72 * 3_600_000)).toBeLessThan(60_000);
    expect((await accept(createBrowser(api), code)).status).toBe(200);
  });

  it("is limited by network: 429 after 30 attempts in 15 minutes", async () => {
    const browser = createBrowser(api);
    const statuses = new Set();
    for (let tries = 0; tries < 30; tries += 1) statuses.add((await accept(browser, `${tries}aaa`)).status);
    const { code } = await invited();
    const refused = await accept(browser, code);
    expect([[...statuses], refused.status]).toEqual([[400], 429]);
    expect((await accept(createBrowser(api), code)).status).toBe(200);
  });

  it("is refused from another origin", async () => {
    const { code } = await invited();
    const body = { code, password: chosen };
    const answer = await createBrowser(api).send("POST /auth/invitation/accept", body, {
      origin: "http://evil.example",
    });
    expect(answer.body).toEqual(errorBody("forbidden", 403));
    expect((await show(code)).status).toBe(200);
  });
});

describe("an invited account", () => {
  it("cannot sign in with any password, even an empty or the previous one", async () => {
    const { email } = await invited();
    for (const given of [password, "null", chosen]) {
      expect((await createBrowser(api).signIn(email, given)).body).toEqual(errorBody("invalid_credentials", 401));
    }
  });
});
