import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, enrolPasskey, enrolTotp, optionsOf } from "../../test/support/second-factors.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { type Browser, createBrowser, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

// In these tests another request comes first, and commits while this request waits for its lock.

const origin = "https://pets.example";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback", PUBLIC_URL: `${origin}/v1` });
});
afterAll(() => api.close());

const open = () => createBrowser(api, origin);
const isSignedIn = async (browser: Browser) => (await browser.send("GET /auth/get-session")).body !== null;
const clerk = async () => {
  const { id, email } = await signedIn(api, "clerk");
  const browser = open();
  await browser.signIn(email);
  return { id, email, browser };
};
/** Returns a clerk with an authenticator app, and a browser in which their password has been entered. */
const halfSignedIn = async () => {
  const { browser, ...staff } = await clerk();
  const enrolled = await enrolTotp(browser);
  const other = open();
  await other.signIn(staff.email);
  return { ...staff, ...enrolled, browser: other };
};
const withPasskey = async () => {
  const staff = await clerk();
  return { ...staff, ...(await enrolPasskey(staff.browser, origin)) };
};
const totpOf = (accountId: bigint) => api.database.db.totp.findUniqueOrThrow({ where: { accountId } });

describe("the second step of a sign-in", () => {
  const invalid = errorBody("invalid_code", 400, expect.stringContaining("body.code is wrong or already used"));
  const ended = errorBody("challenge_ended", 401, expect.stringContaining("POST /auth/sign-in/email"));
  const giveCode = (browser: Browser, code: string) => browser.send("POST /auth/sign-in/totp", { code });

  it("rejects an app's code that another sign-in has just used", async () => {
    const { browser, id, secret } = await halfSignedIn();
    const code = await codeOf(secret, 1);
    const use = ["UPDATE totp SET last_step = last_step + 2 WHERE account_id = $1", id] as const;
    expect((await sendWhileLocked(api, [use], () => giveCode(browser, code))).body).toEqual(invalid);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("rejects a recovery code that another sign-in has just used", async () => {
    const { browser, id, recoveryCodes } = await halfSignedIn();
    const use = ["DELETE FROM recovery_code WHERE account_id = $1", id] as const;
    const give = () => browser.send("POST /auth/sign-in/recovery-code", { code: recoveryCodes[0] });
    expect((await sendWhileLocked(api, [use], give)).body).toEqual(invalid);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("ends without using a code if the password is reset", async () => {
    const { browser, id, secret } = await halfSignedIn();
    const code = await codeOf(secret, 1);
    const { lastStep } = await totpOf(id);
    const reset = [
      ["SELECT FROM account WHERE id = $1 FOR UPDATE", id],
      ["DELETE FROM challenge WHERE account_id = $1", id],
    ] as const;
    expect((await sendWhileLocked(api, reset, () => giveCode(browser, code))).body).toEqual(ended);
    expect([await isSignedIn(browser), (await totpOf(id)).lastStep]).toEqual([false, lastStep]);
  });

  it("ends if the account is disabled in the meantime", async () => {
    const { browser, id, secret } = await halfSignedIn();
    const code = await codeOf(secret, 1);
    const ban = ["UPDATE account SET banned = true WHERE id = $1", id] as const;
    expect((await sendWhileLocked(api, [ban], () => giveCode(browser, code))).body).toEqual(ended);
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(0);
  });
});

describe("a passkey whose counter has moved on", () => {
  const invalid = errorBody("invalid_passkey", 400, expect.stringContaining("body.response is not valid"));
  const used = (id: bigint) => ["UPDATE passkey SET counter = counter + 9 WHERE account_id = $1", id] as const;

  it("signs nobody in", async () => {
    const { id, authenticator } = await withPasskey();
    const browser = open();
    const response = authenticator.get(await optionsOf(browser, "authentication"));
    const signIn = () => browser.send("POST /auth/sign-in/passkey", { response });
    expect((await sendWhileLocked(api, [used(id)], signIn)).body).toEqual(invalid);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("signs nobody in if the account is disabled in the meantime", async () => {
    const { id, authenticator } = await withPasskey();
    const browser = open();
    const response = authenticator.get(await optionsOf(browser, "authentication"));
    const signIn = () => browser.send("POST /auth/sign-in/passkey", { response });
    const ban = ["UPDATE account SET banned = true WHERE id = $1", id] as const;
    expect((await sendWhileLocked(api, [ban], signIn)).body).toEqual(invalid);
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(0);
  });

  it("does not count as a proof of identity for a session", async () => {
    const { id, browser, authenticator } = await withPasskey();
    const at = new Date(Date.now() - 660_000);
    await api.database.db.session.updateMany({ where: { accountId: id }, data: { authenticatedAt: at } });
    const response = authenticator.get(await optionsOf(browser, "authentication"));
    const prove = () => browser.send("POST /auth/reauthenticate/passkey", { response });
    expect((await sendWhileLocked(api, [used(id)], prove)).body).toEqual(invalid);
    const sessions = await api.database.db.session.findMany({ where: { accountId: id } });
    expect(sessions.map(({ authenticatedAt }) => authenticatedAt)).toEqual(sessions.map(() => at));
  });
});

describe("a proof for an ended session", () => {
  it("returns 401, and does not restore the session", async () => {
    const { id, browser } = await clerk();
    const end = ["DELETE FROM session WHERE account_id = $1", id] as const;
    const prove = () => browser.send("POST /auth/reauthenticate", { password });
    expect((await sendWhileLocked(api, [end], prove)).status).toBe(401);
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(0);
  });
});
