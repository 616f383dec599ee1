import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId, refuseInserts } from "../../test/support/audit.js";
import { createBrowser, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

type Browser = ReturnType<typeof createBrowser>;
const client = { "x-forwarded-for": "203.0.113.20", "user-agent": "test browser" };
const origin = { address: "203.0.113.20", userAgent: "test browser" };
const sessionOf = async (browser: Browser) =>
  ((await browser.send("GET /auth/get-session")).body as { session: { id: number } }).session.id;

/** Returns an owner, and a clerk who is signed in with two browsers. */
const arrange = async () => {
  const [owner, clerk] = [await signedIn(api), await signedIn(api, "clerk")];
  const second = createBrowser(api);
  await second.signIn(clerk.email);
  const [ownerId, clerkId, secondSession] = [Number(owner.id), Number(clerk.id), await sessionOf(second)];
  return {
    owner: owner.browser,
    clerk: clerk.browser,
    second,
    ownerId,
    clerkId,
    secondSession,
    clerkName: clerk.email,
  };
};
type Arranged = Awaited<ReturnType<typeof arrange>>;

/**
 * There is a case for each route that ends sessions: who sends which request, and how many of the clerk's sessions end.
 */
const cases: [string, (arranged: Arranged) => { by: Browser; body?: object }, string, number][] = [
  ["POST /auth/sign-out", ({ second: by }) => ({ by }), "account.sign_out", 1],
  [
    "POST /auth/revoke-session",
    ({ clerk: by, secondSession: id }) => ({ by, body: { id } }),
    "account.revoke_sessions",
    1,
  ],
  ["POST /auth/revoke-other-sessions", ({ clerk: by }) => ({ by }), "account.revoke_sessions", 1],
  ["POST /auth/revoke-sessions", ({ clerk: by }) => ({ by }), "account.revoke_sessions", 2],
  [
    "POST /auth/admin/revoke-user-session",
    ({ owner: by, secondSession: sessionId }) => ({ by, body: { sessionId } }),
    "account.revoke_sessions",
    1,
  ],
  [
    "POST /auth/admin/revoke-user-sessions",
    ({ owner: by, clerkId: userId }) => ({ by, body: { userId } }),
    "account.revoke_sessions",
    2,
  ],
];
const liveSessions = (accountId: number) =>
  api.database.db.session.count({ where: { accountId, expiresAt: { gt: new Date() } } });

describe.each(cases)("%s", (line, requestOf, action, sessionsEnded) => {
  it("records who ended how many sessions of whom, and from where", async () => {
    const arranged = await arrange();
    const { by, body } = requestOf(arranged);
    const last = await lastEventId(api.database);
    expect((await by.send(line, body, client)).status).toBe(200);
    const actorId = by === arranged.owner ? arranged.ownerId : arranged.clerkId;
    expect(await eventsSince(api.database, last)).toMatchObject([
      {
        action,
        actor: { kind: "account", id: actorId },
        subject: { kind: "account", id: arranged.clerkId },
        before: null,
        after: { sessionsEnded, ...origin },
      },
    ]);
    expect(await liveSessions(arranged.clerkId)).toBe(2 - sessionsEnded);
    expect(await liveSessions(arranged.ownerId)).toBe(1);
  });

  it("records nothing if it ended no session", async () => {
    const arranged = await arrange();
    const { by, body } = requestOf(arranged);
    await by.send(line, body);
    const last = await lastEventId(api.database);
    await by.send(line, body);
    expect(await eventsSince(api.database, last)).toEqual([]);
  });

  it("ends no session if the event cannot be written", async () => {
    const arranged = await arrange();
    const { by, body } = requestOf(arranged);
    const allow = await refuseInserts(api.database, "audit_event");
    const answer = await by.send(line, body);
    await allow();
    expect(answer.status).toBe(503);
    expect(await liveSessions(arranged.clerkId)).toBe(2);
    expect((await by.send(line, body)).status).toBe(200);
    expect(await liveSessions(arranged.clerkId)).toBe(2 - sessionsEnded);
  });

  it("does not count sessions that had already expired", async () => {
    const arranged = await arrange();
    const { by, body } = requestOf(arranged);
    const isOwn = line === "POST /auth/revoke-sessions";
    const expired = { accountId: arranged.clerkId, ...(isOwn && { id: arranged.secondSession }) };
    const kept = by === arranged.clerk ? { id: { not: await sessionOf(arranged.clerk) } } : {};
    await api.database.db.session.updateMany({ where: { ...kept, ...expired }, data: { expiresAt: new Date(1) } });
    const last = await lastEventId(api.database);
    await by.send(line, body);
    const ended = (await eventsSince(api.database, last)).map(({ after }) => after?.["sessionsEnded"]);
    expect(ended).toEqual(isOwn ? [1] : []);
    expect(await liveSessions(arranged.ownerId)).toBe(1);
  });
});

describe("the log line below /auth", () => {
  const loggedOf = async (answer: Awaited<ReturnType<Browser["send"]>>) => {
    const requestId = answer.headers.get("x-request-id");
    const find = () => api.logged.find((entry) => entry["requestId"] === requestId && entry["msg"] === "request");
    await expect.poll(find).toBeDefined();
    return find();
  };

  it.each([
    ["GET /auth/get-session"],
    ["GET /auth/list-sessions"],
    ["GET /auth/admin/list-users", 403],
    ["POST /auth/revoke-session", 400],
    ["POST /auth/change-password", 400],
    ["POST /auth/revoke-other-sessions"],
    ["POST /auth/key"],
    ["POST /auth/sign-out"],
  ])("the log line of %s contains the id of the session's account", async (line, status = 200) => {
    const { browser, id, email } = await signedIn(api, "clerk");
    const answer = await browser.send(line);
    expect(answer.status).toBe(status);
    const logged = await loggedOf(answer);
    expect(logged).toMatchObject({ accountId: Number(id) });
    expect(JSON.stringify(logged)).not.toContain(email);
  });

  it("the log line of a sign-in contains the account only if the sign-in succeeds", async () => {
    const { id, email } = await signedIn(api, "clerk");
    const attempts = [password, "not the right one"];
    const logged = [];
    for (const given of attempts) logged.push(await loggedOf(await createBrowser(api).signIn(email, given)));
    expect(logged.map((entry) => entry?.["accountId"])).toEqual([Number(id), undefined]);
    expect(JSON.stringify(logged)).not.toContain(email);
  });

  it("the log line of a request without a session contains no account", async () => {
    const logged = [];
    for (const line of ["POST /auth/sign-out", "GET /auth/get-session", "GET /auth/list-sessions"]) {
      logged.push(await loggedOf(await createBrowser(api).send(line)));
    }
    expect(logged.map((entry) => entry?.["accountId"])).toEqual([undefined, undefined, undefined]);
  });
});

describe("a wrong current password", () => {
  const body = { currentPassword: "not the right one", newPassword: "glacier 9 tulip march" };

  it("records the account and the client, without either password", async () => {
    const { browser, id, email } = await signedIn(api, "clerk");
    const last = await lastEventId(api.database);
    expect((await browser.send("POST /auth/change-password", body, client)).body).toEqual(
      errorBody("invalid_password", 400),
    );
    await api.deps.signInTrail.close();
    const subject = { kind: "account", id: Number(id) };
    const events = await eventsSince(api.database, last);
    expect(events).toMatchObject([
      {
        action: "account.change_password_failed",
        actor: { ...subject, name: email },
        subject,
        before: null,
        after: { ...origin, leftCount: 0 },
      },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/right one|glacier/);
  });

  it("records at most 10 events in 15 minutes", async () => {
    const { browser } = await signedIn(api, "clerk");
    const last = await lastEventId(api.database);
    for (let tries = 0; tries < 14; tries += 1) await browser.send("POST /auth/change-password", body);
    await api.deps.signInTrail.close();
    expect(await eventsSince(api.database, last)).toHaveLength(10);
  });

  it("records nothing on success, or for a bad new password", async () => {
    const { browser } = await signedIn(api, "clerk");
    const last = await lastEventId(api.database);
    await browser.send("POST /auth/change-password", { ...body, newPassword: "short" });
    await browser.send("POST /auth/change-password", { ...body, currentPassword: password });
    await api.deps.signInTrail.close();
    expect((await eventsSince(api.database, last)).map(({ action }) => action)).toEqual(["account.set_password"]);
  });
});
