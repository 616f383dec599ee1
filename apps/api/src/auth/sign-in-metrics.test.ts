import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeOf, enrolPasskey, enrolTotp, optionsOf } from "../../test/support/second-factors.js";
import { addStaff, createBrowser } from "../../test/support/staff.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

const origin = "https://pets.example";
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback", PUBLIC_URL: `${origin}/v1`, METRICS_PORT: "0" });
});
afterAll(() => api.close());

const counts = () => ({ ...api.deps.metrics?.signIns });
let before: ReturnType<typeof counts>;
beforeEach(() => {
  before = counts();
});
/** How many sign-ins the test has counted so far, by result. */
const counted = () =>
  Object.fromEntries(
    Object.entries(counts()).map(([name, count]) => [name, count - (before[name as keyof typeof before] ?? 0)]),
  );
const open = () => createBrowser(api, origin);

describe("the counts of sign-ins", () => {
  it("count a sufficient password as success, a wrong one as failure", async () => {
    const { email } = await addStaff(api, "clerk");
    await open().signIn(email);
    expect(counted()).toEqual({ succeeded: 1, failed: 0, limited: 0 });
    await open().signIn(email, "not the right one");
    await open().signIn("nobody@petstore.test");
    expect(counted()).toEqual({ succeeded: 1, failed: 2, limited: 0 });
  });

  it("count each code, but not the password before it", async () => {
    const { email } = await addStaff(api, "clerk");
    const browser = open();
    await browser.signIn(email);
    const { secret, recoveryCodes } = await enrolTotp(browser);
    before = counts();
    await browser.signIn(email);
    expect(counted()).toEqual({ succeeded: 0, failed: 0, limited: 0 });
    await browser.send("POST /auth/sign-in/totp", { code: "000000" });
    expect(counted()).toEqual({ succeeded: 0, failed: 1, limited: 0 });
    await browser.send("POST /auth/sign-in/totp", { code: await codeOf(secret) });
    expect(counted()).toEqual({ succeeded: 1, failed: 1, limited: 0 });
    await browser.signIn(email);
    await browser.send("POST /auth/sign-in/recovery-code", { code: recoveryCodes[0] });
    expect(counted()).toEqual({ succeeded: 2, failed: 1, limited: 0 });
  });

  it("count each passkey, right or wrong", async () => {
    const { email } = await addStaff(api, "clerk");
    const browser = open();
    await browser.signIn(email);
    const { authenticator } = await enrolPasskey(browser, origin);
    before = counts();
    const response = authenticator.get(await optionsOf(browser, "authentication"));
    await browser.send("POST /auth/sign-in/passkey", { response });
    expect(counted()).toEqual({ succeeded: 1, failed: 0, limited: 0 });
    await browser.send("POST /auth/sign-in/passkey", { response });
    expect(counted()).toEqual({ succeeded: 1, failed: 1, limited: 0 });
  });

  it("counts attempts over a limit separately from failures", async () => {
    const { email } = await addStaff(api, "clerk");
    const browser = open();
    for (let tries = 0; tries < 12; tries += 1) await browser.signIn(email, "not the right one");
    expect(counted()).toEqual({ succeeded: 0, failed: 10, limited: 2 });
  });
});
