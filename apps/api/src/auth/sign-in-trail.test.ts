import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addStaff, createBrowser, password } from "../../test/support/staff.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { createSignInTrail } from "./sign-in-trail.js";
import { createLanes } from "../concurrency/lanes.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const line = "POST /auth/sign-in/email";
const from = (address: string) => ({ "x-forwarded-for": address, "user-agent": "test browser" });

describe("the audit trail of sign-ins", () => {
  it("records each success with its client and device", async () => {
    const { id, email } = await addStaff(api, "clerk");
    const last = await lastEventId(api.database);
    const browser = createBrowser(api);
    for (const _ of [1, 2]) await browser.send(line, { email, password }, from("203.0.113.9"));
    const origin = { address: "203.0.113.9", userAgent: "test browser" };
    const subject = { kind: "account", id: Number(id) };
    const actor = { ...subject, name: email };
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "account.sign_in", actor, subject, before: null, after: { ...origin, knownDevice: false } },
      { action: "account.sign_in", actor, subject, before: null, after: { ...origin, knownDevice: true } },
    ]);
  });

  it("records each failure with its client and account", async () => {
    const { id, email } = await addStaff(api, "clerk");
    const last = await lastEventId(api.database);
    const attempt = (of: string) =>
      createBrowser(api).send(line, { email: of, password: "not the right one" }, from("203.0.113.10"));
    const answers = [await attempt(email), await attempt("made.up@petstore.test")];
    await api.deps.signInTrail.close();
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const after = { address: "203.0.113.10", userAgent: "test browser", knownDevice: false, leftCount: 0 };
    const event = { action: "account.sign_in_failed", actor: { kind: "system", id: null, name: "sign-in" }, after };
    const events = await eventsSince(api.database, last);
    expect(events).toMatchObject([
      { ...event, subject: { kind: "account", id: Number(id) } },
      { ...event, subject: { kind: "account", id: null } },
    ]);
    expect(JSON.stringify(events)).not.toContain("made.up");
    const key = await api.makeKey("admin");
    const listed = await api.send("GET /v1/audit-events?action=account.sign_in_failed&limit=2", { key });
    expect(listed.body).toHaveLength(2);
  });

  it("has the client's address, as does the log line of every request below /auth", async () => {
    const browser = createBrowser(api);
    const fields = from("203.0.113.11");
    const answers = [
      await browser.send(line, { email: "nobody@petstore.test", password }, fields),
      await browser.send("POST /auth/key", undefined, { ...fields, origin: "http://evil.example" }),
      await browser.send("GET /auth/no-such-path", undefined, fields),
    ];
    for (const { headers } of answers) {
      const requestId = headers.get("x-request-id");
      const logged = api.logged.find((entry) => entry["requestId"] === requestId);
      expect(logged).toMatchObject({ msg: "request", clientAddress: "203.0.113.11" });
    }
  });
});

describe("the sample of failed sign-ins", () => {
  const origin = { address: "203.0.113.12", userAgent: null, knownDevice: false, method: "password" } as const;
  const create = () => {
    let now = 0;
    const trail = createSignInTrail(api.database.pool, createLanes().control, pino({ level: "silent" }), () => now);
    return { trail, pass: (ms: number) => void (now += ms) };
  };
  const leftCountSince = async (last: number) =>
    (await eventsSince(api.database, last)).map(({ subject, after }) => [subject.id, after?.["leftCount"]]);

  it("has the first 10 failures in 15 minutes, and then each power of two", async () => {
    const { trail, pass } = create();
    const last = await lastEventId(api.database);
    for (let count = 1; count <= 100; count += 1) trail.failed(7, origin);
    pass(900_000);
    trail.failed(7, origin);
    await trail.close();
    const first = Array.from({ length: 10 }, () => [7, 0]);
    expect(await leftCountSince(last)).toEqual([...first, [7, 5], [7, 15], [7, 31], [7, 36]]);
  });

  it("is separate for each account", async () => {
    const { trail } = create();
    for (let count = 1; count <= 1_000; count += 1) trail.failed(null, origin);
    await trail.close();
    const last = await lastEventId(api.database);
    trail.failed(8, origin);
    await trail.close();
    expect(await leftCountSince(last)).toEqual([[8, 0]]);
  });

  it("is written after the response is sent, and a failed write is logged", async () => {
    const logged: string[] = [];
    const log = pino({}, { write: (entry) => void logged.push(entry) });
    const pool = { query: () => Promise.reject(new Error("gone")) } as unknown as TestApi["database"]["pool"];
    const trail = createSignInTrail(pool, createLanes().control, log);
    trail.failed(9, origin);
    expect(logged).toEqual([]);
    await trail.close();
    expect(logged).toEqual([expect.stringContaining("could not be written to the audit trail")]);
  });
});
