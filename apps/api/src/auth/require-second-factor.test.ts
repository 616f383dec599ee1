import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, enrolPasskey, enrolTotp, optionsOf } from "../../test/support/second-factors.js";
import { addStaff, type Browser, createBrowser, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback", REQUIRE_SECOND_FACTOR: "managers" });
});
afterAll(() => api.close());

const required = errorBody("second_factor_required", 403);
const mustEnrol = async (browser: Browser) =>
  ((await browser.send("GET /auth/get-session")).body as { mustEnrolSecondFactor: boolean } | null)
    ?.mustEnrolSecondFactor;

describe("REQUIRE_SECOND_FACTOR=managers", () => {
  it.each([
    ["owner", true],
    ["manager", true],
    ["clerk", false],
  ] as const)("applies to a %s without a second factor: %s", async (role, expected) => {
    const { browser } = await signedIn(api, role);
    expect(await mustEnrol(browser)).toBe(expected);
    expect((await browser.send("POST /auth/key")).status).toBe(expected ? 403 : 200);
  });

  it("allows only the setup of the factor, and requests about sessions and the password", async () => {
    const { browser } = await signedIn(api);
    for (const line of ["POST /auth/key", "GET /auth/admin/list-users", "POST /auth/admin/create-user"]) {
      expect([line, (await browser.send(line)).body]).toEqual([line, required]);
    }
    for (const line of ["GET /auth/list-sessions", "GET /auth/two-factor", "GET /auth/passkeys"]) {
      expect([line, (await browser.send(line)).status]).toEqual([line, 200]);
    }
    expect((await browser.send("POST /auth/reauthenticate", { password })).status).toBe(200);
    const change = { currentPassword: password, newPassword: "glacier 9 tulip march" };
    expect((await browser.send("POST /auth/change-password", change)).body).toMatchObject({
      mustEnrolSecondFactor: true,
    });
    expect((await browser.send("POST /auth/sign-out")).status).toBe(200);
  });

  it("allows everything once an authenticator app is on", async () => {
    const { browser } = await signedIn(api);
    await enrolTotp(browser);
    expect(await mustEnrol(browser)).toBe(false);
    expect((await browser.send("POST /auth/key")).status).toBe(200);
    expect((await browser.send("GET /auth/admin/list-users")).status).toBe(200);
  });

  it("also allows everything after the password was changed", async () => {
    const { browser } = await signedIn(api);
    await enrolTotp(browser);
    const change = { currentPassword: password, newPassword: "glacier 9 tulip march" };
    expect((await browser.send("POST /auth/change-password", change)).body).toMatchObject({
      mustEnrolSecondFactor: false,
    });
    expect((await browser.send("POST /auth/key")).status).toBe(200);
  });

  it("allows everything with a passkey", async () => {
    const origin = "https://pets.example";
    const env = { TRUSTED_PROXIES: "loopback", REQUIRE_SECOND_FACTOR: "managers", PUBLIC_URL: `${origin}/v1` };
    const own = await createTestApi(env);
    const { email } = await addStaff(own);
    const browser = createBrowser(own, origin);
    await browser.signIn(email);
    expect((await browser.send("POST /auth/key")).body).toEqual(required);
    const { authenticator } = await enrolPasskey(browser, origin);
    expect((await browser.send("POST /auth/key")).status).toBe(200);
    const next = createBrowser(own, origin);
    expect((await next.signIn(email)).body).toMatchObject({ secondFactor: { methods: ["passkey"] } });
    expect((await next.send("GET /auth/get-session")).body).toBeNull();
    const response = authenticator.get(await optionsOf(next, "authentication"));
    const done = await next.send("POST /auth/sign-in/passkey", { response });
    expect(done.body).toMatchObject({ user: { email }, mustEnrolSecondFactor: false });
    await own.close();
  });

  it("refuses to turn off the last second factor", async () => {
    const { browser, id } = await signedIn(api);
    await enrolTotp(browser);
    expect((await browser.send("POST /auth/two-factor/disable")).body).toEqual(required);
    expect(await api.database.db.totp.count({ where: { accountId: id } })).toBe(1);
  });

  it("keeps the last of two passkeys", async () => {
    const [one, other] = [await signedIn(api), await signedIn(api)];
    const { passkey } = await enrolPasskey(one.browser, api.origin);
    const remove = () => one.browser.send("POST /auth/passkeys/delete", { id: passkey.id });
    expect((await remove()).body).toEqual(required);
    expect(await api.database.db.passkey.count({ where: { accountId: one.id } })).toBe(1);
    await enrolTotp(one.browser);
    expect((await remove()).status).toBe(200);
    await enrolPasskey(other.browser, api.origin);
    await enrolTotp(other.browser);
    expect((await other.browser.send("POST /auth/two-factor/disable")).status).toBe(200);
    expect(await api.database.db.totp.count({ where: { accountId: other.id } })).toBe(0);
  });

  it("ends a session that was started without the second factor", async () => {
    const { browser, id, email } = await signedIn(api, "clerk");
    const { secret } = await enrolTotp(browser);
    await api.database.db.session.updateMany({ where: { accountId: id }, data: { hasSecondFactor: false } });
    expect(await mustEnrol(browser)).toBe(false);
    await api.database.db.account.update({ where: { id }, data: { role: "manager" } });
    expect(await mustEnrol(browser)).toBeUndefined();
    expect((await browser.send("POST /auth/key")).status).toBe(401);
    await browser.signIn(email);
    await browser.send("POST /auth/sign-in/totp", { code: await codeOf(secret) });
    expect((await browser.send("POST /auth/key")).status).toBe(200);
  });

  it("asks an invited manager to enrol before anything else", async () => {
    const { browser } = await signedIn(api);
    await enrolTotp(browser);
    const body = { email: "invited@petstore.test", name: "Jane", role: "manager" };
    const created = (await browser.send("POST /auth/admin/create-user", body)).body as { invitation: { code: string } };
    const invited = createBrowser(api);
    const accepted = await invited.send("POST /auth/invitation/accept", {
      code: created.invitation.code,
      password: "lantern 7 goose orbit",
    });
    expect(accepted.body).toMatchObject({ user: { role: "manager" }, mustEnrolSecondFactor: true });
    expect((await invited.send("POST /auth/key")).body).toEqual(required);
  });
});
