import type { Invitation } from "@petstore/contract/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addStaff, type Browser, createBrowser, exceptSignIns, password, signedIn } from "../../test/support/staff.js";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { dump } from "../../test/support/dump.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { bareCode } from "./accounts/random-code.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const eventsOf = async (id: bigint) =>
  api.database.db.auditEvent.findMany({
    where: { subjectKind: "account", subjectId: id, ...exceptSignIns },
    orderBy: { id: "asc" },
  });
const rowOf = async (id: bigint) => api.database.db.account.findUniqueOrThrow({ where: { id } });
const newUser = (rest: object = {}) => ({
  email: "new@petstore.test",
  name: " New one ",
  ...rest,
});

const changes: [string, (userId: number) => object][] = [
  ["POST /auth/admin/create-user", () => newUser()],
  ["POST /auth/admin/update-user", (userId) => ({ userId, name: "Another" })],
  ["POST /auth/admin/set-role", (userId) => ({ userId, role: "owner" })],
  ["POST /auth/admin/ban-user", (userId) => ({ userId })],
  ["POST /auth/admin/unban-user", (userId) => ({ userId })],
  ["POST /auth/admin/invite-user", (userId) => ({ userId })],
  ["POST /auth/admin/list-user-sessions", (userId) => ({ userId })],
  ["POST /auth/admin/revoke-user-sessions", (userId) => ({ userId })],
  ["POST /auth/admin/revoke-user-session", () => ({ sessionId: 1 })],
  ["GET /auth/admin/list-users", () => ({})],
  ["GET /auth/admin/get-user", () => ({})],
];

describe.each(["manager", "clerk"] as const)("a %s", (role) => {
  it("gets 403 from every route for owners, and changes nothing", async () => {
    const { browser, id } = await signedIn(api, role);
    const count = await api.database.db.account.count();
    for (const [line, body] of changes) {
      const answer = await browser.send(line, line.startsWith("GET") ? undefined : body(Number(id)));
      expect(answer.body).toEqual(errorBody("forbidden", 403, "this operation requires an account with role owner"));
    }
    expect(await api.database.db.account.count()).toBe(count);
    expect(await rowOf(id)).toMatchObject({ role, banned: false });
    expect(await eventsOf(id)).toEqual([]);
  });
});

describe("POST /auth/admin/create-user", () => {
  it("creates an account with an invitation and an event", async () => {
    const { browser, id, email } = await signedIn(api);
    const answer = await browser.send("POST /auth/admin/create-user", newUser({ email: "Jane@Petstore.test" }));
    const { user, invitation } = answer.body as { user: { id: number }; invitation: Invitation };
    expect(user).toMatchObject({ email: "jane@petstore.test", name: "New one", role: "clerk", banned: false });
    expect(user).toMatchObject({ invited: true, secondFactor: false });
    expect(invitation.url).toBe(`${api.origin}/invitation#${invitation.code}`);
    const after = { id: user.id, email: "jane@petstore.test", name: "New one", role: "clerk", disabled: false };
    expect(await eventsOf(BigInt(user.id))).toMatchObject([
      { action: "account.create", actorKind: "account", actorId: id, actorName: email, before: null, after },
    ]);
    expect((await createBrowser(api).signIn("jane@petstore.test")).status).toBe(401);
  });

  it("returns 409 for a taken address, and writes nothing", async () => {
    const { browser, email } = await signedIn(api);
    const events = await api.database.db.auditEvent.count();
    const answer = await browser.send("POST /auth/admin/create-user", newUser({ email: email.toUpperCase() }));
    expect(answer.body).toEqual(errorBody("email_taken", 409, expect.stringContaining(email)));
    expect(await api.database.db.auditEvent.count()).toBe(events);
  });

  it.each([
    [{ role: ["owner", "clerk"] }, "body.role must be owner, manager or clerk"],
    [{ role: "admin" }, "body.role must be owner, manager or clerk"],
    [{ name: "a\nb" }, "body.name must not contain control characters"],
    [{ data: { banned: true } }, "body.data is not a recognised field"],
    [{ password: "lantern 7 goose orbit" }, "body.password is not a recognised field"],
  ])("returns 400 for %j", async (rest, message) => {
    const { browser } = await signedIn(api);
    const accounts = await api.database.db.account.count();
    const answer = await browser.send("POST /auth/admin/create-user", newUser(rest));
    expect(answer.body).toEqual(errorBody("invalid_request", 400, message));
    expect(await api.database.db.account.count()).toBe(accounts);
  });
});

describe("POST /auth/admin/update-user", () => {
  const line = "POST /auth/admin/update-user";

  it("changes name and address, and keeps the sessions", async () => {
    const [{ browser, id, email: by }, one] = [await signedIn(api), await signedIn(api, "clerk")];
    const { name } = await rowOf(one.id);
    const email = `renamed-${one.email}`;
    const body = { userId: Number(one.id), name: " Jane Miller ", email: email.toUpperCase() };
    expect((await browser.send(line, body)).body).toMatchObject({
      user: { name: "Jane Miller", email, role: "clerk" },
    });
    expect((await one.browser.send("GET /auth/get-session")).body).toMatchObject({
      user: { name: "Jane Miller", email },
    });
    expect((await createBrowser(api).signIn(one.email)).status).toBe(401);
    expect((await createBrowser(api).signIn(email)).status).toBe(200);
    expect((await browser.send(line, body)).status).toBe(200);
    expect(await eventsOf(one.id)).toMatchObject([
      {
        action: "account.update",
        actorId: id,
        actorName: by,
        before: { name, email: one.email, role: "clerk" },
        after: { name: "Jane Miller", email, role: "clerk" },
      },
    ]);
  });

  it("changes only the given fields, even for one's own account", async () => {
    const { browser, id, email } = await signedIn(api);
    await browser.send(line, { userId: Number(id), name: "Only the name" });
    expect(await rowOf(id)).toMatchObject({ name: "Only the name", email, role: "owner" });
  });

  it("returns 409 for a taken address, and changes nothing", async () => {
    const [{ browser, email }, other] = [await signedIn(api), await addStaff(api, "clerk")];
    const answer = await browser.send(line, { userId: Number(other.id), name: "X", email: email.toUpperCase() });
    expect(answer.body).toEqual(errorBody("email_taken", 409, expect.stringContaining(email)));
    expect(await rowOf(other.id)).toMatchObject({ email: other.email });
    expect(await eventsOf(other.id)).toEqual([]);
  });

  it("accepts only one of two concurrent requests for the same address", async () => {
    const [{ browser }, one, other] = [await signedIn(api), await addStaff(api, "clerk"), await addStaff(api, "clerk")];
    const email = `both-${one.email}`;
    const answers = await Promise.all([one, other].map(({ id }) => browser.send(line, { userId: Number(id), email })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each([
    [{}, "body must have email or name"],
    [{ name: "" }, "body.name must have 1 to 200 characters after trimming"],
    [{ email: "jane" }, "body.email must be an e-mail address"],
    [{ name: "Jane", role: "owner" }, "body.role is not a recognised field"],
  ])("returns 400 for %j", async (rest, message) => {
    const { browser, id } = await signedIn(api);
    const answer = await browser.send(line, { userId: Number(id), ...rest });
    expect(answer.body).toEqual(errorBody("invalid_request", 400, message));
  });
});

describe("POST /auth/admin/ban-user", () => {
  it("ends sessions and keys on the next request", async () => {
    const [{ browser }, victim] = [await signedIn(api), await signedIn(api, "clerk")];
    const { key } = (await victim.browser.send("POST /auth/key")).body as { key: string };
    const userId = Number(victim.id);
    expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
    expect((await browser.send("POST /auth/admin/ban-user", { userId, banReason: "left" })).status).toBe(200);
    expect((await victim.browser.send("GET /auth/get-session")).body).toBeNull();
    expect((await victim.browser.send("POST /auth/key")).status).toBe(401);
    expect((await api.send("GET /v1/pets", { key })).status).toBe(401);
    expect((await createBrowser(api).signIn(victim.email)).status).toBe(401);
    await browser.send("POST /auth/admin/ban-user", { userId });
    expect((await browser.send("POST /auth/admin/unban-user", { userId })).status).toBe(200);
    expect((await createBrowser(api).signIn(victim.email)).status).toBe(200);
    const events = (await eventsOf(victim.id)).map(({ action }) => action);
    expect(events).toEqual(["account.disable", "account.enable"]);
  });

  it("stores the reason until the account is unbanned", async () => {
    const [{ browser }, victim] = [await signedIn(api), await addStaff(api, "clerk")];
    const userId = Number(victim.id);
    const banned = await browser.send("POST /auth/admin/ban-user", { userId, banReason: "left" });
    expect(banned.body).toMatchObject({ user: { id: userId, banned: true, banReason: "left" } });
    const again = await browser.send("POST /auth/admin/ban-user", { userId });
    expect(again.body).toMatchObject({ user: { banned: true, banReason: "left" } });
    const unbanned = await browser.send("POST /auth/admin/unban-user", { userId });
    expect(unbanned.body).toMatchObject({ user: { banned: false, banReason: null } });
  });

  it("records a changed reason, and nothing for the same reason", async () => {
    const [{ browser }, victim] = [await signedIn(api), await addStaff(api, "clerk")];
    const userId = Number(victim.id);
    const ban = (banReason: string) => browser.send("POST /auth/admin/ban-user", { userId, banReason });
    await ban("left");
    const last = await lastEventId(api.database);
    await ban("left");
    await ban("stole");
    const subject = { kind: "account", id: userId };
    const [before, after] = [
      { banReason: "left", disabled: true },
      { banReason: "stole", disabled: true },
    ];
    const events = await eventsSince(api.database, last);
    expect(events.filter((event) => event.subject.id === userId)).toMatchObject([
      { action: "account.update", subject, before, after },
    ]);
  });

  it("returns 409 for one's own account", async () => {
    const { browser, id } = await signedIn(api);
    const answer = await browser.send("POST /auth/admin/ban-user", { userId: Number(id) });
    expect(answer.body).toEqual(errorBody("own_account", 409));
    expect((await rowOf(id)).banned).toBe(false);
  });

  it.each([
    [999_999, 404, "not_found"],
    ["7", 400, "invalid_request"],
    [9_007_199_254_740_992, 400, "invalid_request"],
    [0, 400, "invalid_request"],
  ])("returns for the id %j the status %i", async (userId, status, code) => {
    const { browser } = await signedIn(api);
    const answer = await browser.send("POST /auth/admin/ban-user", { userId });
    expect(answer.body).toEqual(errorBody(code, status));
  });
});

describe("POST /auth/admin/set-role", () => {
  it("applies from the next request on, and is recorded once", async () => {
    const [{ browser }, other] = [await signedIn(api), await signedIn(api, "owner")];
    const body = { userId: Number(other.id), role: "clerk" };
    for (const _ of [1, 2]) expect((await browser.send("POST /auth/admin/set-role", body)).status).toBe(200);
    expect((await other.browser.send("GET /auth/admin/list-users")).status).toBe(403);
    expect(await eventsOf(other.id)).toMatchObject([
      { action: "account.update", before: { role: "owner" }, after: { role: "clerk" } },
    ]);
  });
});

describe("POST /auth/admin/invite-user", () => {
  const invite = async (browser: Browser, id: bigint, rest: object = {}) =>
    browser.send("POST /auth/admin/invite-user", { userId: Number(id), ...rest });

  it("disables password and sessions, and records no code", async () => {
    const [{ browser }, other] = [await signedIn(api), await signedIn(api, "clerk")];
    const answer = await invite(browser, other.id);
    const { invitation } = answer.body as { invitation: Invitation };
    expect(answer.body).toMatchObject({
      user: { email: other.email, invited: true },
      apiKeys: [],
      apiKeysRevoked: true,
    });
    expect((await other.browser.send("GET /auth/get-session")).body).toBeNull();
    expect((await createBrowser(api).signIn(other.email)).status).toBe(401);
    const [event, ...more] = await eventsOf(other.id);
    expect([event?.action, more]).toEqual(["account.invite", []]);
    expect(Object.keys(event?.after as object).toSorted()).toEqual(["disabled", "email", "id", "name", "role"]);
    expect(JSON.stringify(await dump(api))).not.toContain(bareCode(invitation.code));
  });

  it("returns 409 for one's own account, whose password still works", async () => {
    const { browser, id, email } = await signedIn(api);
    const answer = await invite(browser, id);
    expect(answer.body).toEqual(errorBody("own_account", 409, expect.stringContaining("POST /auth/change-password")));
    expect((await createBrowser(api).signIn(email)).status).toBe(200);
    expect(await eventsOf(id)).toEqual([]);
  });

  it("returns 404 for an account that does not exist", async () => {
    const { browser } = await signedIn(api);
    expect((await invite(browser, 999_999n)).body).toEqual(errorBody("not_found", 404));
  });

  it("keeps the second factor, unless removeSecondFactor is given", async () => {
    const [{ browser }, other] = [await signedIn(api), await addStaff(api, "clerk")];
    const { totp } = api.database.db;
    await totp.create({ data: { accountId: other.id, secret: "x", enabledAt: new Date() } });
    expect((await invite(browser, other.id)).body).toMatchObject({ user: { secondFactor: true } });
    const removed = await invite(browser, other.id, { removeSecondFactor: true });
    expect(removed.body).toMatchObject({ user: { secondFactor: false } });
    expect(await totp.count({ where: { accountId: other.id } })).toBe(0);
    const actions = (await eventsOf(other.id)).map(({ action }) => action);
    expect(actions).toEqual(["account.invite", "account.disable_second_factor", "account.invite"]);
  });
});

describe("API keys after a password change", () => {
  const newPassword = "lantern 7 goose orbit";
  /** Creates a clerk who has a valid key and an expired one. */
  const withKeys = async () => {
    const other = await signedIn(api, "clerk");
    const key = await api.makeKey("write", { accountId: other.id, name: "Left behind" });
    await api.makeKey("write", { accountId: other.id, expiresAt: new Date(Date.now() - 1_000) });
    const { id } = await api.database.db.apiKey.findFirstOrThrow({ where: { accountId: other.id, expiresAt: null } });
    const shown = {
      id: Number(id),
      name: "Left behind",
      prefix: "pets_live_",
      lastFour: key.slice(-4),
      scope: "write",
    };
    return { ...other, key, shown, userId: Number(other.id) };
  };
  const statusWith = async (key: string) => (await api.send("GET /v1/pets", { key })).status;
  const revocationsOf = (id: number) =>
    api.database.db.auditEvent.findMany({ where: { action: "api_key.revoke", subjectId: id } });

  it("are revoked by default by an owner's new invitation", async () => {
    const [{ browser, id }, { key, shown, userId }] = [await signedIn(api), await withKeys()];
    const mine = await api.makeKey("read", { accountId: id });
    expect(await statusWith(key)).toBe(200);
    const { body } = await browser.send("POST /auth/admin/invite-user", { userId });
    expect(await statusWith(key)).toBe(401);
    expect(body).toMatchObject({ apiKeys: [shown], apiKeysRevoked: true });
    expect(await statusWith(mine)).toBe(200);
    expect(await revocationsOf(shown.id)).toMatchObject([{ actorKind: "account", actorId: id }]);
  });

  it("are kept and listed with revokeApiKeys: false", async () => {
    const [{ browser }, { key, shown, userId }] = [await signedIn(api), await withKeys()];
    const answer = await browser.send("POST /auth/admin/invite-user", { userId, revokeApiKeys: false });
    expect(answer.body).toMatchObject({ apiKeys: [shown], apiKeysRevoked: false });
    expect([await statusWith(key), await revocationsOf(shown.id)]).toEqual([200, []]);
  });

  it("are kept by default when the person changes their own password", async () => {
    const { browser, key, shown } = await withKeys();
    const change = async (currentPassword: string, newPassword: string, rest: object = {}) =>
      (await browser.send("POST /auth/change-password", { currentPassword, newPassword, ...rest })).body;
    expect(await change(password, newPassword)).toMatchObject({ apiKeys: [shown], apiKeysRevoked: false });
    expect(await statusWith(key)).toBe(200);
    const revoked = await change(newPassword, "glacier 9 tulip march", { revokeApiKeys: true });
    expect(revoked).toMatchObject({ apiKeys: [shown], apiKeysRevoked: true });
    expect(await statusWith(key)).toBe(401);
    expect(await revocationsOf(shown.id)).toHaveLength(1);
  });

  it("are kept when the change is refused", async () => {
    const { browser, key, shown } = await withKeys();
    const body = { currentPassword: "not the right one", newPassword, revokeApiKeys: true };
    expect((await browser.send("POST /auth/change-password", body)).status).toBe(400);
    expect([await statusWith(key), await revocationsOf(shown.id)]).toEqual([200, []]);
  });
});

describe("the sessions of an account", () => {
  it("are listed and ended by owners, one or all", async () => {
    const [{ browser }, other] = [await signedIn(api), await signedIn(api, "clerk")];
    await createBrowser(api).signIn(other.email);
    const list = async () => {
      const { body } = await browser.send("POST /auth/admin/list-user-sessions", { userId: Number(other.id) });
      return (body as { sessions: { id: number }[] }).sessions;
    };
    const [first] = await list();
    await browser.send("POST /auth/admin/revoke-user-session", { sessionId: first?.id });
    expect(await list()).toHaveLength(1);
    await browser.send("POST /auth/admin/revoke-user-sessions", { userId: Number(other.id) });
    expect(await list()).toEqual([]);
  });
});

describe("GET /auth/admin/list-users", () => {
  it("pages through accounts by address, and searches them ignoring case", async () => {
    const { browser, email } = await signedIn(api);
    await addStaff(api, "clerk", "00000000@petstore.test");
    const first = (await browser.send("GET /auth/admin/list-users?limit=1")).body;
    expect(first).toMatchObject({ users: [{ email: "00000000@petstore.test", role: "clerk" }], limit: 1, offset: 0 });
    const found = (await browser.send(`GET /auth/admin/list-users?searchField=email&searchValue=${email}`)).body;
    expect(found).toMatchObject({ users: [{ email }], total: 1 });
    const upper = `searchField=email&searchValue=${email.toUpperCase()}`;
    expect((await browser.send(`GET /auth/admin/list-users?${upper}`)).body).toMatchObject({ users: [{ email }] });
  });

  it("orders equal accounts by id, in the direction of the sort", async () => {
    const { browser } = await signedIn(api);
    for (const sortDirection of ["asc", "desc"]) {
      const query = `sortBy=name&sortDirection=${sortDirection}&limit=100`;
      const { users } = (await browser.send(`GET /auth/admin/list-users?${query}`)).body as {
        users: { id: number; name: string }[];
      };
      const shared = users.find(({ name }, at) => users.findIndex((one) => one.name === name) < at)?.name;
      const ids = users.filter(({ name }) => name === shared).map(({ id }) => id);
      const ascending = ids.toSorted((one, other) => one - other);
      expect([ids.length > 1, ids]).toEqual([true, sortDirection === "asc" ? ascending : ascending.toReversed()]);
    }
  });

  it.each(["limit=101", "limit=x", "sortBy=password", "filterField=role", "searchField=id", "limit=1&limit=2"])(
    "returns 400 for ?%s",
    async (query) => {
      const { browser } = await signedIn(api);
      expect((await browser.send(`GET /auth/admin/list-users?${query}`)).body).toEqual(
        errorBody("invalid_request", 400),
      );
    },
  );
});

describe("the last owner", () => {
  /** Creates an API with exactly these two owners. */
  const twoOwners = async () => {
    const own = await createTestApi();
    await own.database.db.account.updateMany({ data: { role: "clerk" } });
    return { own, first: await signedIn(own), second: await signedIn(own) };
  };
  const ownersOf = (own: TestApi) => own.database.db.account.count({ where: { role: "owner", banned: false } });

  it("cannot change to another role: set-role returns 409", async () => {
    const { own, first, second } = await twoOwners();
    await first.browser.send("POST /auth/admin/ban-user", { userId: Number(second.id) });
    const events = await own.database.db.auditEvent.count();
    const answer = await first.browser.send("POST /auth/admin/set-role", { userId: Number(first.id), role: "clerk" });
    expect(answer.body).toEqual(
      errorBody(
        "last_owner",
        409,
        expect.stringContaining("first give the role owner to another account that has a password or a passkey"),
      ),
    );
    expect(await own.database.db.account.findUnique({ where: { id: first.id } })).toMatchObject({ role: "owner" });
    expect(await own.database.db.auditEvent.count()).toBe(events);
    await own.close();
  });

  it("must be able to sign in: an invited owner does not count", async () => {
    const { own, first, second } = await twoOwners();
    const { db } = own.database;
    await first.browser.send("POST /auth/admin/invite-user", { userId: Number(second.id) });
    const stepDown = () => first.browser.send("POST /auth/admin/set-role", { userId: Number(first.id), role: "clerk" });
    expect((await stepDown()).body).toEqual(
      errorBody("last_owner", 409, expect.stringContaining("must be able to sign in")),
    );
    expect(await db.account.findUnique({ where: { id: first.id } })).toMatchObject({ role: "owner" });
    expect(await db.auditEvent.count({ where: { action: "account.update" } })).toBe(0);
    await db.passkey.create({
      data: {
        accountId: second.id,
        name: "Phone",
        credentialId: Buffer.from("one"),
        publicKey: Buffer.from("key"),
        counter: 0,
      },
    });
    expect((await stepDown()).status).toBe(200);
    await own.close();
  });

  it("must be able to sign in: a banned owner does not count", async () => {
    const { own, first, second } = await twoOwners();
    const third = await signedIn(own);
    await first.browser.send("POST /auth/admin/ban-user", { userId: Number(second.id) });
    await first.browser.send("POST /auth/admin/invite-user", { userId: Number(third.id) });
    const body = { userId: Number(first.id), role: "clerk" };
    expect((await first.browser.send("POST /auth/admin/set-role", body)).body).toEqual(errorBody("last_owner", 409));
    await own.close();
  });

  it("can demote another owner who was only invited", async () => {
    const { own, first, second } = await twoOwners();
    await first.browser.send("POST /auth/admin/invite-user", { userId: Number(second.id) });
    const body = { userId: Number(second.id), role: "clerk" };
    expect((await first.browser.send("POST /auth/admin/set-role", body)).status).toBe(200);
    await own.close();
  });

  it("remains when two owners ban each other or step down at the same instant", async () => {
    const { own, first, second } = await twoOwners();
    const banned = await Promise.all([
      first.browser.send("POST /auth/admin/ban-user", { userId: Number(second.id) }),
      second.browser.send("POST /auth/admin/ban-user", { userId: Number(first.id) }),
    ]);
    expect(banned.map(({ status }) => String(status)).toSorted()).toEqual(["200", "401"]);
    expect(await ownersOf(own)).toBe(1);
    await own.database.db.account.updateMany({ data: { banned: false } });
    const [one, two] = [await signedIn(own), await signedIn(own)];
    await own.database.db.account.updateMany({
      where: { id: { notIn: [one.id, two.id] } },
      data: { role: "clerk" },
    });
    const stepped = await Promise.all(
      [one, two].map(({ browser, id }) =>
        browser.send("POST /auth/admin/set-role", { userId: Number(id), role: "clerk" }),
      ),
    );
    expect(stepped.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    expect(await ownersOf(own)).toBe(1);
    expect(await own.database.db.auditEvent.count({ where: exceptSignIns })).toBe(2);
    await own.close();
  });
});

describe("a change that fails halfway", () => {
  it("returns 500 without details, is logged with its request id, and writes nothing", async () => {
    const { browser } = await signedIn(api);
    const { pool, db } = api.database;
    await pool.query("ALTER TABLE invitation ADD CONSTRAINT refuse CHECK (account_id = 0) NOT VALID");
    const counts = async () => [await db.account.count(), await db.auditEvent.count()];
    const before = await counts();
    const answer = await browser.send("POST /auth/admin/create-user", newUser({ email: "half@petstore.test" }));
    await pool.query("ALTER TABLE invitation DROP CONSTRAINT refuse");
    expect(answer.body).toEqual(
      errorBody("internal_error", 500, "internal error; quote the X-Request-Id when you report it"),
    );
    expect(await counts()).toEqual(before);
    const id = answer.headers.get("x-request-id");
    expect(api.logged.find(({ requestId }) => requestId === id)).toMatchObject({
      status: 500,
      err: expect.any(Object),
    });
  });
});
