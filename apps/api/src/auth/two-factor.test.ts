import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, enrolTotp } from "../../test/support/second-factors.js";
import { dump } from "../../test/support/dump.js";
import { type Browser, createBrowser, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { bareCode } from "./accounts/random-code.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const invalid = errorBody("invalid_code", 400, expect.stringContaining("body.code is wrong or already used"));
const ended = errorBody("challenge_ended", 401, expect.stringContaining("POST /auth/sign-in/email"));

/** Creates a clerk who has turned on their authenticator app, and whose first browser is signed in. */
const withTotp = async () => {
  const staff = await signedIn(api, "clerk");
  return { ...staff, ...(await enrolTotp(staff.browser)) };
};
/** Creates a browser in which the right password has been entered, but not the code. */
const halfSignedIn = async (email: string) => {
  const browser = createBrowser(api);
  await browser.signIn(email);
  return browser;
};
const isSignedIn = async (browser: Browser) => (await browser.send("GET /auth/get-session")).body !== null;
const giveCode = (browser: Browser, code: string) => browser.send("POST /auth/sign-in/totp", { code });
const giveRecoveryCode = (browser: Browser, code: string) => browser.send("POST /auth/sign-in/recovery-code", { code });
const actionsOf = async (id: bigint) =>
  (
    await api.database.db.auditEvent.findMany({
      where: { subjectKind: "account", subjectId: id },
      orderBy: { id: "asc" },
    })
  ).map(({ action, after }) => [action, (after as { method?: string } | null)?.method].filter(Boolean).join(" "));

describe("enabling the authenticator app", () => {
  it("requires a code, and returns ten recovery codes once", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    const started = await browser.send("POST /auth/two-factor/start");
    const { totpUri, secret } = started.body as { totpUri: string; secret: string };
    expect(totpUri).toMatch(
      /^otpauth:\/\/totp\/Pet%20Store:.+\?secret=[A-Z2-7]+&issuer=Pet\+Store&digits=6&period=30$/,
    );
    expect(new URL(totpUri).searchParams.get("secret")).toBe(secret);
    expect((await browser.send("POST /auth/two-factor/enable", { code: "000000" })).body).toEqual(invalid);
    expect((await browser.send("GET /auth/two-factor")).body).toEqual({
      totp: false,
      recoveryCodesLeft: 0,
      required: false,
    });
    const enabled = await browser.send("POST /auth/two-factor/enable", { code: await codeOf(secret) });
    const { recoveryCodes } = enabled.body as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await browser.send("GET /auth/two-factor")).body).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    expect((await browser.send("GET /auth/get-session")).body).toMatchObject({ user: { secondFactor: true } });
    expect(await actionsOf(id)).toEqual(["account.sign_in password", "account.enable_second_factor"]);
  });

  it("stores neither the secret nor the codes in plain text", async () => {
    const { secret, recoveryCodes } = await withTotp();
    const text = JSON.stringify(await dump(api));
    for (const one of [secret, ...recoveryCodes, ...recoveryCodes.map(bareCode)]) expect(text).not.toContain(one);
  });

  it("uses up its code and all earlier codes", async () => {
    const { browser, email } = await signedIn(api, "clerk");
    const { secret } = (await browser.send("POST /auth/two-factor/start")).body as { secret: string };
    const [code, before] = [await codeOf(secret), await codeOf(secret, -1)];
    expect((await browser.send("POST /auth/two-factor/enable", { code })).status).toBe(200);
    const other = await halfSignedIn(email);
    for (const used of [code, before]) expect((await giveCode(other, used)).body).toEqual(invalid);
  });

  it("ends the account's other sessions, but not the session of the request", async () => {
    const [{ browser, email }, stranger] = [await signedIn(api, "clerk"), await signedIn(api, "clerk")];
    const other = createBrowser(api);
    await other.signIn(email);
    await enrolTotp(browser);
    const stay = [browser, stranger.browser, other].map(isSignedIn);
    expect(await Promise.all(stay)).toEqual([true, true, false]);
  });

  it("returns 409 if the app is already on or its setup was not started", async () => {
    const { browser } = await withTotp();
    const { browser: fresh } = await signedIn(api, "clerk");
    const refused = errorBody("second_factor_state", 409);
    expect((await browser.send("POST /auth/two-factor/start")).body).toEqual(refused);
    expect((await browser.send("POST /auth/two-factor/enable", { code: "000000" })).body).toEqual(refused);
    expect((await fresh.send("POST /auth/two-factor/enable", { code: "000000" })).body).toEqual(refused);
    expect((await fresh.send("POST /auth/two-factor/recovery-codes")).body).toEqual(refused);
  });

  it("an unfinished enrolment requires no code at the next sign-in", async () => {
    const { browser, email } = await signedIn(api, "clerk");
    await browser.send("POST /auth/two-factor/start");
    expect((await createBrowser(api).signIn(email)).body).toMatchObject({ user: { email, secondFactor: false } });
  });
});

describe("a sign-in with a code", () => {
  it("starts no session with the password alone", async () => {
    const { email, id } = await withTotp();
    const browser = createBrowser(api);
    const answer = await browser.signIn(email);
    expect(answer.body).toEqual({ secondFactor: { methods: ["totp", "recoveryCode"], expiresAt: expect.any(String) } });
    expect([...browser.cookies.keys()]).toEqual(["petstore.challenge"]);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.send("POST /auth/key")).status).toBe(401);
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(1);
  });

  it("starts a session with the code, and records the sign-in", async () => {
    const { email, id, secret } = await withTotp();
    const browser = await halfSignedIn(email);
    expect((await giveCode(browser, await codeOf(secret))).body).toMatchObject({ user: { email } });
    expect(await isSignedIn(browser)).toBe(true);
    expect([...browser.cookies.keys()].toSorted()).toEqual(["petstore.device", "petstore.session_token"]);
    expect((await actionsOf(id)).at(-1)).toBe("account.sign_in totp");
  });

  it("accepts each code once, and no code of an earlier time step", async () => {
    const { email, secret } = await withTotp();
    const code = await codeOf(secret);
    expect((await giveCode(await halfSignedIn(email), code)).status).toBe(200);
    const again = await halfSignedIn(email);
    expect((await giveCode(again, code)).body).toEqual(invalid);
    expect((await giveCode(again, await codeOf(secret, -1))).body).toEqual(invalid);
    expect((await giveCode(again, await codeOf(secret, 1))).status).toBe(200);
  });

  it("accepts the same code from only one of two concurrent browsers", async () => {
    const { email, secret } = await withTotp();
    const browsers = [await halfSignedIn(email), await halfSignedIn(email)];
    const code = await codeOf(secret);
    const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  });

  it("has to start again after 5 wrong codes, even if the next code is right", async () => {
    const { email, secret, id } = await withTotp();
    const browser = await halfSignedIn(email);
    for (let tries = 0; tries < 5; tries += 1) expect((await giveCode(browser, "000000")).body).toEqual(invalid);
    expect((await giveCode(browser, await codeOf(secret))).body).toEqual(ended);
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(1);
    expect((await giveCode(await halfSignedIn(email), await codeOf(secret))).status).toBe(200);
  });

  it("returns 429 after 10 wrong codes of one account", async () => {
    const { email, secret } = await withTotp();
    const statuses = [];
    for (let round = 0; round < 2; round += 1) {
      const browser = await halfSignedIn(email);
      for (let tries = 0; tries < 5; tries += 1) statuses.push((await giveCode(browser, "000000")).status);
    }
    const late = await giveCode(await halfSignedIn(email), await codeOf(secret));
    expect([...new Set(statuses), late.status]).toEqual([400, 429]);
    const other = await withTotp();
    expect((await giveCode(await halfSignedIn(other.email), await codeOf(other.secret))).status).toBe(200);
  });

  it("resets the count of codes, so that right codes alone never reach the limit", async () => {
    const { email, recoveryCodes, secret } = await withTotp();
    const statuses: number[] = [];
    for (const code of recoveryCodes) statuses.push((await giveRecoveryCode(await halfSignedIn(email), code)).status);
    expect(statuses).toEqual(recoveryCodes.map(() => 200));
    expect((await giveCode(await halfSignedIn(email), await codeOf(secret, 1))).status).toBe(200);
  });

  it("counts the codes of a known device separately", async () => {
    const { browser, email, secret } = await withTotp();
    const guess = async () => {
      const other = await halfSignedIn(email);
      for (let tries = 0; tries < 5; tries += 1) await giveCode(other, "000000");
    };
    for (let round = 0; round < 2; round += 1) await guess();
    const stranger = await halfSignedIn(email);
    expect((await giveCode(stranger, await codeOf(secret))).status).toBe(429);
    await browser.signIn(email);
    expect((await giveCode(browser, await codeOf(secret))).status).toBe(200);
    await stranger.signIn(email);
    expect((await giveCode(stranger, await codeOf(secret, 1))).status).toBe(429);
  });

  it("returns 429 after 10 wrong codes of a known device too", async () => {
    const { browser, email, secret } = await withTotp();
    const statuses = [];
    for (let round = 0; round < 2; round += 1) {
      await browser.signIn(email);
      for (let tries = 0; tries < 5; tries += 1) statuses.push((await giveCode(browser, "000000")).status);
    }
    await browser.signIn(email);
    expect([...new Set(statuses), (await giveCode(browser, await codeOf(secret))).status]).toEqual([400, 429]);
    expect((await giveCode(await halfSignedIn(email), await codeOf(secret))).status).toBe(200);
  });

  it("recognises a device until the password changes, and says so in the audit trail", async () => {
    const { browser, email, id, secret } = await withTotp();
    const old = createBrowser(api);
    await old.signIn(email);
    await giveCode(old, await codeOf(secret));
    const newPassword = "glacier 9 tulip march";
    await browser.send("POST /auth/change-password", { currentPassword: password, newPassword });
    await old.signIn(email, newPassword);
    expect((await giveCode(old, await codeOf(secret, 1))).status).toBe(200);
    const event = await api.database.db.auditEvent.findFirstOrThrow({
      where: { subjectKind: "account", subjectId: id, action: "account.sign_in" },
      orderBy: { id: "desc" },
    });
    expect(event.after).toMatchObject({ method: "totp", knownDevice: false });
  });

  it("returns 401 without the cookie, with another cookie, or after 10 minutes", async () => {
    const { email, secret, id } = await withTotp();
    const code = await codeOf(secret);
    expect((await giveCode(createBrowser(api), code)).body).toEqual(ended);
    const altered = await halfSignedIn(email);
    altered.cookies.set("petstore.challenge", "x".repeat(43));
    expect((await giveCode(altered, code)).body).toEqual(ended);
    const late = await halfSignedIn(email);
    await api.database.db.challenge.updateMany({ where: { accountId: id }, data: { expiresAt: new Date() } });
    expect((await giveCode(late, code)).body).toEqual(ended);
  });

  it("refuses the code of another account", async () => {
    const [one, other] = [await withTotp(), await withTotp()];
    const browser = await halfSignedIn(one.email);
    expect((await giveCode(browser, await codeOf(other.secret))).body).toEqual(invalid);
    expect((await giveRecoveryCode(browser, other.recoveryCodes[0] ?? "")).body).toEqual(invalid);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("refuses an account that was banned or whose password was reset", async () => {
    const [banned, reset] = [await withTotp(), await withTotp()];
    const [one, other] = [await halfSignedIn(banned.email), await halfSignedIn(reset.email)];
    await api.database.db.account.update({ where: { id: banned.id }, data: { banned: true } });
    const { browser: owner } = await signedIn(api);
    await owner.send("POST /auth/admin/invite-user", { userId: Number(reset.id) });
    expect((await giveCode(one, await codeOf(banned.secret))).body).toEqual(ended);
    expect((await giveCode(other, await codeOf(reset.secret))).body).toEqual(ended);
  });

  it("is also required after an invitation if the reset kept the second factor", async () => {
    const { email, id, secret } = await withTotp();
    const { browser: owner } = await signedIn(api);
    const answer = await owner.send("POST /auth/admin/invite-user", { userId: Number(id) });
    const { code } = (answer.body as { invitation: { code: string } }).invitation;
    const browser = createBrowser(api);
    const accepted = await browser.send("POST /auth/invitation/accept", { code, password: "lantern 7 goose orbit" });
    expect(accepted.body).toMatchObject({ secondFactor: { methods: ["totp", "recoveryCode"] } });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await giveCode(browser, await codeOf(secret))).body).toMatchObject({ user: { email } });
  });

  it("remembers the browser if the password step requested that", async () => {
    const { email, id, secret } = await withTotp();
    const browser = createBrowser(api);
    await browser.send("POST /auth/sign-in/email", { email, password, rememberMe: false });
    const answer = await giveCode(browser, await codeOf(secret));
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toMatch(/session_token=.*Max-Age/);
    const sessions = await api.database.db.session.findMany({ where: { accountId: id }, orderBy: { id: "asc" } });
    expect(sessions.at(-1)).toMatchObject({ isRemembered: false, hasSecondFactor: true });
  });
});

describe("a recovery code", () => {
  it("signs in once, in any case and without its hyphens", async () => {
    const { email, id, recoveryCodes } = await withTotp();
    const [first = "", second = ""] = recoveryCodes;
    expect((await giveRecoveryCode(await halfSignedIn(email), first.toUpperCase().replaceAll("-", ""))).status).toBe(
      200,
    );
    const again = await halfSignedIn(email);
    expect((await giveRecoveryCode(again, first)).body).toEqual(invalid);
    expect((await giveRecoveryCode(again, second)).status).toBe(200);
    expect((await again.send("GET /auth/two-factor")).body).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await actionsOf(id)).at(-1)).toBe("account.sign_in recoveryCode");
  });

  it("is invalid once there are new codes", async () => {
    const { browser, email, id, recoveryCodes } = await withTotp();
    const renewed = await browser.send("POST /auth/two-factor/recovery-codes");
    const [fresh = ""] = (renewed.body as { recoveryCodes: string[] }).recoveryCodes;
    const other = await halfSignedIn(email);
    expect((await giveRecoveryCode(other, recoveryCodes[0] ?? "")).body).toEqual(invalid);
    expect((await giveRecoveryCode(other, fresh)).status).toBe(200);
    expect(await actionsOf(id)).toContain("account.renew_recovery_codes");
  });

  it("stays valid when another account gets new codes", async () => {
    const { email, recoveryCodes } = await withTotp();
    const other = await withTotp();
    expect((await other.browser.send("POST /auth/two-factor/recovery-codes")).status).toBe(200);
    expect((await giveRecoveryCode(await halfSignedIn(email), recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("disabling the authenticator app", () => {
  it("requires only the password again, and deletes the secret and the codes", async () => {
    const { browser, email, id } = await withTotp();
    expect((await browser.send("POST /auth/two-factor/disable")).body).toEqual({ success: true });
    expect((await createBrowser(api).signIn(email)).body).toMatchObject({ user: { email, secondFactor: false } });
    const where = { accountId: id };
    expect([await api.database.db.totp.count({ where }), await api.database.db.recoveryCode.count({ where })]).toEqual([
      0, 0,
    ]);
    expect(await actionsOf(id)).toContain("account.disable_second_factor");
  });

  it("records nothing if the app is already off", async () => {
    const { browser, id } = await signedIn(api, "clerk");
    expect((await browser.send("POST /auth/two-factor/disable")).status).toBe(200);
    expect(await actionsOf(id)).toEqual(["account.sign_in password"]);
  });
});
