import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cheapHashing } from "../../test/support/cheap-hashing.js";
import { addStaff, createBrowser, password, unlimited } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { sessionTokenHash } from "./accounts/session-token.js";
import { openStaffAuth } from "./accounts/open-staff-auth.js";
import { setPassword } from "./accounts/set-password.js";
import type { StaffAuth } from "./accounts/staff-auth.js";
import { createChallenges } from "./challenges.js";
import { createDevices } from "./devices.js";
import { signIn } from "./sign-in.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const line = "POST /auth/sign-in/email";
let clients = 0;
/** Each request has its own address, so that no test uses up the limit of another. */
const from = (address = `198.51.100.${(clients += 1)}`) => ({ "x-forwarded-for": address });
const refused = errorBody("invalid_credentials", 401, "the e-mail address or the password is wrong");

describe("POST /auth/sign-in/email", () => {
  it("starts a session, and sets HttpOnly SameSite=Strict cookies", async () => {
    const { email, id } = await addStaff(api, "clerk");
    const browser = createBrowser(api);
    const answer = await browser.send(line, { email: email.toUpperCase(), password }, from("203.0.113.9"));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { id: Number(id), email, role: "clerk" } });
    expect(answer.text).not.toContain(password);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^petstore\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^petstore\.device=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const [row] = await api.database.db.session.findMany({ where: { accountId: id } });
    expect(row).toMatchObject({ ipAddress: "203.0.113.9", userAgent: "node" });
    const session = await browser.send("GET /auth/get-session");
    expect(session.body).toMatchObject({ user: { id: Number(id) }, session: { id: Number(row?.id) } });
  });

  it("sets a cookie without Max-Age when rememberMe is false", async () => {
    const { email } = await addStaff(api);
    const answer = await createBrowser(api).send(line, { email, password, rememberMe: false }, from());
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toContain("Max-Age");
  });

  it("compares the password exactly, up to 128 characters", async () => {
    const { email, id } = await addStaff(api, "clerk");
    const own = `Violet${" anchor 42 drum".repeat(9)}`.slice(0, 127).concat("x");
    const auth = await openStaffAuth(api.deps);
    await setPassword(api.database.db, id, await auth.hashPassword(own));
    const statusOf = async (given: string) =>
      (await createBrowser(api).send(line, { email, password: given }, from())).status;
    expect(own).toHaveLength(128);
    for (const other of [own.toLowerCase(), `${own.slice(0, -1)}X`, own.slice(0, -1), ` ${own.slice(0, -1)}`]) {
      expect(await statusOf(other)).toBe(401);
    }
    expect(await statusOf(own)).toBe(200);
    await setPassword(api.database.db, id, await auth.hashPassword(`${password} `));
    expect([await statusOf(password), await statusOf(`${password} `)]).toEqual([401, 200]);
  });

  it("returns the same 401 for every failure, and starts no session", async () => {
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
      { email: disabled.email, password: "not the right one" },
      { email: empty.email, password },
      { email, password },
    ];
    for (const attempt of attempts) {
      const answer = await createBrowser(api).send(line, attempt, from());
      expect(answer.body).toEqual(refused);
      const { date: _date, "x-request-id": _id, ...fields } = Object.fromEntries(answer.headers);
      expect(fields).toEqual({
        ...{
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-length": String(Buffer.byteLength(answer.text)),
          vary: "Accept",
        },
        ...{ "content-type": "application/json; charset=utf-8", connection: "keep-alive", "keep-alive": "timeout=65" },
      });
    }
    const ids = [known.id, disabled.id, empty.id, withoutCredential];
    expect(await api.database.db.session.count({ where: { accountId: { in: ids } } })).toBe(0);
  });

  it("returns 401 account_disabled only if the password is right", async () => {
    const { id, email } = await addStaff(api);
    await api.database.db.account.update({ where: { id }, data: { banned: true } });
    const send = async (given: string) =>
      (await createBrowser(api).send(line, { email, password: given }, from())).body;
    expect(await send("not the right one")).toEqual(refused);
    expect(await send(password)).toEqual(errorBody("account_disabled", 401, "this account is disabled; ask an owner"));
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(0);
  });

  it.each([
    [{ email: "x" }, "body.email must be an e-mail address; body.password is required"],
    [{ email: "a@b.example", password: "" }, "body.password must be a password"],
    [
      { email: "a@b.example", password, callbackURL: "https://evil.example" },
      "body.callbackURL is not a recognised field",
    ],
  ])("returns 400 with place and rule for %j", async (body, message) => {
    const answer = await createBrowser(api).send(line, body, from());
    expect(answer.body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("does the same work for every kind of failure: one query and one hash", async () => {
    const disabled = await addStaff(api, "clerk");
    await api.database.db.account.update({ where: { id: disabled.id }, data: { banned: true } });
    const wrong = await addStaff(api, "clerk");
    const auth = await openStaffAuth(api.deps);
    const verifyPassword = vi.fn<StaffAuth["verifyPassword"]>((hash, plain) => auth.verifyPassword(hash, plain));
    const query = vi.spyOn(api.database.pool, "query");
    const operation = signIn(
      { ...api.deps, signInTrail: { ...api.deps.signInTrail, failed: () => {} } },
      {
        limits: unlimited,
        devices: createDevices({ ...api.deps, isSecure: false }),
        challenges: createChallenges(false),
      },
    );
    const call = { auth: { ...auth, verifyPassword }, address: undefined, origin: api.origin, headers: new Headers() };
    const textOf = (sent: unknown): string => (typeof sent === "string" ? sent : String(Object(sent).text));
    const workOf = async (email: string, given: string) => {
      verifyPassword.mockClear();
      query.mockClear();
      const input = { email, password: given };
      await expect(operation({ ...call, signedIn: undefined, input })).rejects.toMatchObject({ status: 401 });
      // Leaves out the queries of the service's own tasks, which may run meanwhile.
      const queries = query.mock.calls.filter(([sent]: unknown[]) => /\b(account|credential)\b/.test(textOf(sent)));
      return [queries.length, verifyPassword.mock.calls.length];
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

  const inFlightChanges: [string, string][] = [
    ["disabled", "UPDATE account SET banned = true WHERE id = $1"],
    ["given another password", "UPDATE credential SET password = 'another hash' WHERE account_id = $1"],
  ];

  it.each(inFlightChanges)("returns 401 when the account is being %s", async (_what, statement) => {
    const { email, id } = await addStaff(api);
    const { pool, db } = api.database;
    const waitingSql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const other = await pool.connect();
    try {
      await other.query("BEGIN");
      await other.query(statement, [id]);
      // The request verifies the committed password, and then waits for the row that the change has locked.
      const signingIn = createBrowser(api).send(line, { email, password }, from());
      await expect.poll(async () => (await pool.query(waitingSql)).rowCount, { interval: 10, timeout: 20_000 }).toBe(1);
      await other.query("COMMIT");
      expect((await signingIn).body).toEqual(refused);
    } finally {
      other.release(true);
    }
    expect(await db.session.count({ where: { accountId: id } })).toBe(0);
  });

  it.each(inFlightChanges)("delays a change by which the account is %s", async (_what, statement) => {
    const { email, id } = await addStaff(api);
    const { pool, db } = api.database;
    const waitingSql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const waiting = async () => (await pool.query(waitingSql)).rowCount;
    const holder = await pool.connect();
    try {
      // Only the sign-in writes an audit event. It therefore stops there, and holds its locks on the account and the
      // credential.
      await holder.query("BEGIN; LOCK TABLE audit_event IN SHARE MODE");
      const signingIn = createBrowser(api).send(line, { email, password }, from());
      await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(1);
      const changing = pool.query(statement, [id]).then(() => db.session.deleteMany({ where: { accountId: id } }));
      await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(2);
      await holder.query("COMMIT");
      expect((await signingIn).status).toBe(200);
      await changing;
    } finally {
      holder.release(true);
    }
    expect(await db.session.count({ where: { accountId: id } })).toBe(0);
  });

  it("deletes the account's expired sessions, and no others", async () => {
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

describe("sign-in limits", () => {
  it.each(["known", "made-up"])("returns 429 after 10 attempts at one %s account, per network", async (kind) => {
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

  it("accepts a known device after others in its network failed", async () => {
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

  it("forgets a device cookie from before a password change", async () => {
    const { id, email } = await addStaff(api);
    const owner = createBrowser(api);
    const fields = from();
    const signIn = (browser: typeof owner, given: string) => browser.send(line, { email, password: given }, fields);
    expect((await signIn(owner, password)).status).toBe(200);
    await owner.send("POST /auth/sign-out", undefined, fields);
    const changed = "another long passphrase 7";
    const auth = await openStaffAuth(api.deps);
    await setPassword(api.database.db, id, await auth.hashPassword(changed));
    for (let count = 0; count < 11; count += 1) await signIn(createBrowser(api), "not the right one");
    expect(owner.cookies.has("petstore.device")).toBe(true);
    expect((await signIn(owner, changed)).status).toBe(429);
  });

  it("resets the account's count after a successful sign-in", async () => {
    const { email } = await addStaff(api);
    const fields = from();
    const attempt = async (given: string) =>
      (await createBrowser(api).send(line, { email, password: given }, fields)).status;
    for (const _ of Array.from({ length: 2 })) {
      for (let count = 0; count < 9; count += 1) expect(await attempt("not the right one")).toBe(401);
      expect(await attempt(password)).toBe(200);
    }
  });

  it("returns 429 after 30 attempts from one address or IPv6 /64", async () => {
    let count = 0;
    const attempt = async (address: string) => {
      const email = `${(count += 1)}@made-up.example`;
      return (await createBrowser(api).send(line, { email, password }, from(address))).status;
    };
    for (let host = 1; host <= 30; host += 1) expect(await attempt(`2001:db8:1:2::${host}`)).toBe(401);
    expect(await attempt("2001:db8:1:2:ffff::1")).toBe(429);
    expect(await attempt("2001:db8:1:3::1")).toBe(401);
  });

  it("ignores X-Forwarded-For unless a trusted proxy sends it", async () => {
    const untrusting = await createTestApi();
    const { email } = await addStaff(untrusting);
    const browser = createBrowser(untrusting);
    const fields = { ...from("203.0.113.7"), "x-petstore-client-address": "203.0.113.8" };
    await browser.send(line, { email, password }, fields);
    expect((await untrusting.database.db.session.findFirstOrThrow()).ipAddress).toBe("127.0.0.1");
    await untrusting.close();
  });
});

describe("sign-in with an https PUBLIC_URL", () => {
  let secure: TestApi;
  beforeAll(async () => {
    secure = await createTestApi({ PUBLIC_URL: "https://pets.example/v1" });
  });
  afterAll(() => secure.close());

  it("sets __Host- cookies that are Secure", async () => {
    const { email } = await addStaff(secure);
    const browser = createBrowser(secure, "https://pets.example");
    expect((await browser.signIn(email)).headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-petstore\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
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

  it("returns 403 for the origin of the address on which the service listens", async () => {
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

describe("a sign-in after better-auth failed to open", () => {
  it("opens better-auth again, but only once", async () => {
    let failures = 1;
    let opened = 0;
    const passwordHashing = {
      ...cheapHashing,
      get hash() {
        failures -= 1;
        if (failures >= 0) throw new Error("It cannot be opened.");
        opened += 1;
        return cheapHashing.hash;
      },
    };
    const other = await createTestApi({}, { passwordHashing });
    const statusOf = async () =>
      (
        await other.send(line, {
          key: "",
          headers: { origin: other.origin },
          body: { email: "nobody@store.example", password },
        })
      ).status;
    expect([await statusOf(), await statusOf()]).toEqual([500, 401]);
    const once = opened;
    expect([await statusOf(), opened]).toEqual([401, once]);
    await other.close();
  });
});
