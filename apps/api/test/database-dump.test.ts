import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaffAuth } from "../src/auth/accounts/open-staff-auth.js";
import type { StaffAuth } from "../src/auth/accounts/staff-auth.js";
import { dump } from "./support/dump.js";
import { signedIn } from "./support/staff.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

/** Signs a cookie in the same way as better-auth. */
const signed = (token: string, secret: string) =>
  encodeURIComponent(`${token}.${createHmac("sha256", secret).update(token).digest("base64")}`);

describe("a dump of the database", () => {
  let api: TestApi;
  let auth: StaffAuth;
  beforeAll(async () => {
    api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
    auth = await openStaffAuth(api.deps);
  });
  afterAll(() => api.close());

  const isOpenedBy = async (value: string) => {
    const cookie = `petstore.session_token=${value}`;
    return (await auth.findSession(new Headers({ cookie }))) !== undefined;
  };

  it("contains no pair of a token and a secret that opens a session", async () => {
    const { browser, id } = await signedIn(api);
    expect((await browser.send("POST /auth/key")).status).toBe(200);
    const sessions = await api.database.db.session.findMany({ where: { accountId: id } });
    expect(sessions).toHaveLength(1);
    const values = await dump(api);
    expect(values).toContain(sessions[0]?.token);
    // A token consists of letters and digits, like a hash in hexadecimal form, but the secret may be any value.
    const tokens = values.filter((value) => /^[A-Za-z0-9]{32,64}$/.test(value));
    const cookies = tokens.flatMap((token) => values.map((secret) => signed(token, secret)));
    const opened = [];
    for (const cookie of cookies) if (await isOpenedBy(cookie)) opened.push(cookie);
    expect(opened).toEqual([]);
  });

  it("contains no token that opens a session even together with the real secret", async () => {
    const { browser } = await signedIn(api);
    const { authSecret } = api.deps;
    const [token = ""] = decodeURIComponent(browser.cookies.get("petstore.session_token") ?? "").split(".");
    expect(await isOpenedBy(signed(token, authSecret))).toBe(true);
    for (const value of await dump(api)) expect(await isOpenedBy(signed(value, authSecret))).toBe(false);
  });
});
