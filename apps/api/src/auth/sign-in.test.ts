import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addStaff, createBrowser, password, unlimited } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { sessionTokenHash } from "../accounts/session-token.js";
import { openStaffAuth, type StaffAuth } from "../accounts/staff-auth.js";
import { authRoutes } from "./auth-routes.js";
import { createDevices } from "./devices.js";
import { createSignIn } from "./sign-in.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const line = "POST /auth/sign-in/email";
let clients = 0;
/** From an address of its own, so that no test uses up what another one has. */
const from = (address = `198.51.100.${(clients += 1)}`) => ({ "x-forwarded-for": address });
const refused = errorBody("INVALID_EMAIL_OR_PASSWORD", 401, "Invalid email or password");

describe("POST /auth/sign-in/email", () => {
  it("200 sets a cookie that no script reads and no other site sends, and opens a session", async () => {
    const { email, id } = await addStaff(api, "clerk");
    const browser = createBrowser(api);
    const answer = await browser.send(line, { email: email.toUpperCase(), password }, from("203.0.113.9"));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { id: String(id), email, role: "clerk" } });
    expect(answer.text).not.toContain(password);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^petstore\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^petstore\.device=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const [row] = await api.database.db.session.findMany({ where: { accountId: id } });
    expect(row).toMatchObject({ ipAddress: "203.0.113.9", userAgent: "node" });
    const session = await browser.send("GET /auth/get-session");
    expect(session.body).toMatchObject({ user: { id: String(id) }, session: { id: String(row?.id) } });
  });

  it("lets the cookie end with the browser where it is not to be remembered", async () => {
    const { email } = await addStaff(api);
    const answer = await createBrowser(api).send(line, { email, password, rememberMe: false }, from());
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toContain("Max-Age");
  });

  it("401 says the same whatever is wrong, and opens no session", async () => {
    const [known, disabled, empty] = [await addStaff(api), await addStaff(api), await addStaff(api)];
    await api.database.db.account.update({ where: { id: disabled.id }, data: { banned: true } });
    await api.database.db.credential.update({
      where: { userId_providerId: { userId: empty.id, providerId: "credential" } },
      data: { password: null },
    });
    const withoutCredential = await api.makeAccount();
    const { email = "" } = (await api.database.db.account.findUnique({ where: { id: withoutCredential } })) ?? {};
    const attempts = [
      { email: known.email, password: "not the right one" },
      { email: "nobody@petstore.test", password },
      { email: disabled.email, password },
      { email: disabled.email, password: "not the right one" },
      { email: empty.email, password },
      { email, password },
    ];
    for (const attempt of attempts) {
      const answer = await createBrowser(api).send(line, attempt, from());
      expect(answer.body).toEqual(refused);
      const { date: _date, "x-request-id": _id, ...fields } = Object.fromEntries(answer.headers);
      expect(fields).toEqual({
        ...{ "cache-control": "no-store", "x-content-type-options": "nosniff", "content-length": "87" },
        ...{ "content-type": "application/json; charset=utf-8", connection: "keep-alive", "keep-alive": "timeout=65" },
      });
    }
    const ids = [known.id, disabled.id, empty.id, withoutCredential];
    expect(await api.database.db.session.count({ where: { accountId: { in: ids } } })).toBe(0);
  });

  it.each([
    [{ email: "x" }, "body.email must be an e-mail address; body.password is required"],
    [{ email: "a@b.example", password: "" }, "body.password must be a password"],
    [
      { email: "a@b.example", password, callbackURL: "https://evil.example" },
      "body.callbackURL is not a recognised field",
    ],
  ])("400 names what is wrong with %j", async (body, message) => {
    const answer = await createBrowser(api).send(line, body, from());
    expect(answer.body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("does the same work whatever is wrong: one query and one hash", async () => {
    const disabled = await addStaff(api, "clerk");
    await api.database.db.account.update({ where: { id: disabled.id }, data: { banned: true } });
    const wrong = await addStaff(api, "clerk");
    const auth = await openStaffAuth(api.deps);
    const verifyPassword = vi.fn<StaffAuth["verifyPassword"]>((hash, plain) => auth.verifyPassword(hash, plain));
    const query = vi.spyOn(api.database.pool, "query");
    const signIn = createSignIn(
      { ...api.deps, signInTrail: { failed: () => {}, close: async () => {} } },
      { limits: unlimited, devices: createDevices({ ...api.deps, isSecure: false }) },
    );
    const [route] = authRoutes;
    if (route === undefined) throw new TypeError("There is no route to sign in.");
    const call = { auth: { ...auth, verifyPassword }, route, address: undefined, headers: new Headers() };
    const workOf = async (email: string, given: string) => {
      verifyPassword.mockClear();
      query.mockClear();
      const input = { email, password: given };
      await expect(signIn({ ...call, signedIn: undefined, input })).rejects.toMatchObject({ status: 401 });
      return [query.mock.calls.length, verifyPassword.mock.calls.length];
    };
    const works = [
      await workOf("nobody@petstore.test", password),
      await workOf(wrong.email, "not the right one"),
      await workOf(disabled.email, password),
    ];
    query.mockRestore();
    expect(works).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it("makes a disabling of the account wait for it, which then ends its session", async () => {
    const { email, id } = await addStaff(api);
    const { pool, db } = api.database;
    const waitingSql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const waiting = async () => (await pool.query(waitingSql)).rowCount;
    const holder = await pool.connect();
    try {
      await holder.query("BEGIN; LOCK TABLE session IN SHARE MODE");
      const signingIn = createBrowser(api).send(line, { email, password }, from());
      await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(1);
      const disabling = db.account.update({ where: { id }, data: { banned: true } }).then(({ banned }) => banned);
      await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(2);
      await holder.query("COMMIT");
      expect([(await signingIn).status, await disabling]).toEqual([200, true]);
    } finally {
      holder.release(true);
    }
    expect(await db.session.count({ where: { accountId: id } })).toBe(0);
  });

  it("deletes what sessions of the account have expired, and no other", async () => {
    const [account, other] = [await addStaff(api), await addStaff(api)];
    const expired = { expiresAt: new Date(0) };
    for (const { id } of [account, other]) {
      await api.database.db.session.create({
        data: { accountId: id, token: sessionTokenHash(`old ${id}`), ...expired },
      });
    }
    await createBrowser(api).send(line, { email: account.email, password }, from());
    const left = await api.database.db.session.findMany({ where: { accountId: { in: [account.id, other.id] } } });
    expect(left.map(({ accountId, token }) => [accountId, token === sessionTokenHash(`old ${accountId}`)])).toEqual(
      expect.arrayContaining([
        [other.id, true],
        [account.id, false],
      ]),
    );
    expect(left).toHaveLength(2);
  });
});

describe("the limits of sign-in", () => {
  it.each(["known", "made-up"])("429 after 10 attempts at one account, %s, from one network alone", async (kind) => {
    const email = kind === "known" ? (await addStaff(api)).email : `${clients}@made-up.test`;
    const fields = from();
    const attempt = (given: string, of = fields) => createBrowser(api).send(line, { email, password: given }, of);
    for (let count = 0; count < 10; count += 1) expect((await attempt("not the right one")).status).toBe(401);
    const answer = await attempt(password);
    expect(answer.body).toEqual(errorBody("rate_limited", 429, "too many sign-in attempts; see Retry-After"));
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect((await attempt(password, from())).status).toBe(kind === "known" ? 200 : 401);
  });

  it("lets a known device in after the wrong attempts of others in its own network", async () => {
    const { email } = await addStaff(api);
    const owner = createBrowser(api);
    const fields = from();
    const signIn = (browser: typeof owner, given: string) => browser.send(line, { email, password: given }, fields);
    expect((await signIn(owner, password)).status).toBe(200);
    await owner.send("POST /auth/sign-out", undefined, fields);
    for (let count = 0; count < 11; count += 1) await signIn(createBrowser(api), "not the right one");
    expect((await signIn(createBrowser(api), password)).status).toBe(429);
    expect((await signIn(owner, password)).status).toBe(200);
    for (let count = 0; count < 10; count += 1) expect((await signIn(owner, "not the right one")).status).toBe(401);
    expect((await signIn(owner, password)).status).toBe(429);
  });

  it("forgets what was counted for an account when its owner comes in", async () => {
    const { email } = await addStaff(api);
    const fields = from();
    const attempt = async (given: string) =>
      (await createBrowser(api).send(line, { email, password: given }, fields)).status;
    for (const _ of Array.from({ length: 2 })) {
      for (let count = 0; count < 9; count += 1) expect(await attempt("not the right one")).toBe(401);
      expect(await attempt(password)).toBe(200);
    }
  });

  it("429 after 30 attempts from one address, and from its /64 where it is an IPv6 one", async () => {
    let count = 0;
    const attempt = async (address: string) => {
      const email = `${(count += 1)}@made-up.example`;
      return (await createBrowser(api).send(line, { email, password }, from(address))).status;
    };
    for (let host = 1; host <= 30; host += 1) expect(await attempt(`2001:db8:1:2::${host}`)).toBe(401);
    expect(await attempt("2001:db8:1:2:ffff::1")).toBe(429);
    expect(await attempt("2001:db8:1:3::1")).toBe(401);
  });

  it("takes no client's word for where it is: X-Forwarded-For counts from a trusted proxy alone", async () => {
    const untrusting = await createTestApi();
    const { email } = await addStaff(untrusting);
    const browser = createBrowser(untrusting);
    const fields = { ...from("203.0.113.7"), "x-petstore-client-address": "203.0.113.8" };
    await browser.send(line, { email, password }, fields);
    expect((await untrusting.database.db.session.findFirstOrThrow()).ipAddress).toBe("127.0.0.1");
    await untrusting.close();
  });
});

describe("sign-in where PUBLIC_URL is https", () => {
  let secure: TestApi;
  beforeAll(async () => {
    secure = await createTestApi({ PUBLIC_URL: "https://pets.example/v1" });
  });
  afterAll(() => secure.close());

  it("sets a __Host- cookie: for TLS alone, for this host alone", async () => {
    const { email } = await addStaff(secure);
    const browser = createBrowser(secure, "https://pets.example");
    expect((await browser.signIn(email)).headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-petstore\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^__Host-petstore\.device=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect((await browser.send("GET /auth/list-sessions")).body).toHaveLength(1);
    for (const cookie of (await browser.send("POST /auth/sign-out")).headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-petstore\.\w+=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    }
  });

  it("403 for the address it happens to listen on", async () => {
    const { email } = await addStaff(secure);
    expect((await createBrowser(secure).signIn(email)).body).toEqual(
      errorBody(
        "forbidden",
        403,
        "header Origin must be https://pets.example; requests from other origins are refused",
      ),
    );
  });
});
