import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { createAuthenticator } from "../../test/support/authenticator.js";
import { enrolPasskey, optionsOf } from "../../test/support/second-factors.js";
import { type Browser, createBrowser, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback", PUBLIC_URL: "https://pets.example/v1" });
});
afterAll(() => api.close());

const origin = "https://pets.example";
const invalid = errorBody("invalid_passkey", 400, expect.stringContaining("body.response is not valid"));
const open = () => createBrowser(api, origin);
const signedInHere = async (role: "owner" | "clerk" = "clerk") => {
  const { id, email } = await signedIn(api, role);
  const browser = open();
  await browser.signIn(email);
  return { id, email, browser };
};
/** A clerk with a passkey. */
const withPasskey = async () => {
  const staff = await signedInHere();
  return { ...staff, ...(await enrolPasskey(staff.browser, origin)) };
};
const signIn = async (browser: Browser, response: object) => browser.send("POST /auth/sign-in/passkey", { response });
const isSignedIn = async (browser: Browser) => (await browser.send("GET /auth/get-session")).body !== null;
const passkeysOf = (accountId: bigint) => api.database.db.passkey.findMany({ where: { accountId } });

describe("adding a passkey", () => {
  it("requests a discoverable credential of this host with user verification", async () => {
    const { browser, email } = await signedInHere();
    expect(await optionsOf(browser, "registration")).toMatchObject({
      rp: { name: "Pet Store", id: "pets.example" },
      user: { name: email },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });

  it("stores its public key with a name, and lists it", async () => {
    const { browser, id, passkey, authenticator } = await withPasskey();
    expect(passkey).toEqual({
      id: expect.any(Number),
      name: "Laptop",
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect((await browser.send("GET /auth/passkeys")).body).toEqual([passkey]);
    expect(await passkeysOf(id)).toMatchObject([{ counter: 0n, transports: ["internal"] }]);
    const options = await optionsOf(browser, "registration");
    expect(options).toMatchObject({ excludeCredentials: [{ id: authenticator.id, type: "public-key" }] });
    const [event] = await api.database.db.auditEvent.findMany({
      where: { action: "account.add_passkey", subjectId: id },
    });
    expect(event).toMatchObject({ actorId: id, after: { passkey: { id: passkey.id, name: "Laptop" } } });
  });

  it.each([
    ["another challenge", { challenge: "A".repeat(43) }],
    ["a page of another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["an authenticator that did not check its user", { isUnverified: true }],
    ["a sign-in", { type: "webauthn.get" }],
  ])("refuses the response of %s", async (_, forgery) => {
    const { browser, id } = await signedInHere();
    const response = createAuthenticator(origin).create(await optionsOf(browser, "registration"), forgery);
    expect((await browser.send("POST /auth/passkeys", { name: "Laptop", response })).body).toEqual(invalid);
    expect(await passkeysOf(id)).toEqual([]);
  });

  it.each([
    ["an attestation with certificates", { format: "packed", statement: new Map([["x5c", [new Uint8Array(8)]]]) }],
    ["an attestation of another format", { format: "tpm", statement: new Map() }],
  ])("refuses %s", async (_, attestation) => {
    const { browser, id } = await signedInHere();
    const options = await optionsOf(browser, "registration");
    const response = createAuthenticator(origin).create(options, { attestation });
    expect((await browser.send("POST /auth/passkeys", { name: "Laptop", response })).body).toEqual(invalid);
    expect(await passkeysOf(id)).toEqual([]);
  });

  it("refuses invalid CBOR quickly", async () => {
    const { browser } = await signedInHere();
    for (const attestationObject of ["", "AAAA", "n".repeat(6_000), "_".repeat(5_999)]) {
      const response = createAuthenticator(origin).create(await optionsOf(browser, "registration"));
      const garbage = { ...response, response: { ...response.response, attestationObject } };
      expect((await browser.send("POST /auth/passkeys", { name: "x", response: garbage })).body).toEqual(invalid);
    }
  });

  it("refuses a response to used options, or to options of another session", async () => {
    const [one, other] = [await signedInHere(), await signedInHere()];
    const authenticator = createAuthenticator(origin);
    const response = authenticator.create(await optionsOf(one.browser, "registration"));
    const cookie =
      one.browser.cookies.get("petstore.passkey") ?? one.browser.cookies.get("__Host-petstore.passkey") ?? "";
    other.browser.cookies.set("__Host-petstore.passkey", cookie);
    expect((await other.browser.send("POST /auth/passkeys", { name: "x", response })).body).toEqual(invalid);
    const fresh = createAuthenticator(origin).create(await optionsOf(one.browser, "registration"));
    const taken = one.browser.cookies.get("__Host-petstore.passkey") ?? "";
    expect((await one.browser.send("POST /auth/passkeys", { name: "x", response: fresh })).status).toBe(200);
    await api.database.db.passkey.deleteMany({ where: { accountId: one.id } });
    one.browser.cookies.set("__Host-petstore.passkey", taken);
    expect((await one.browser.send("POST /auth/passkeys", { name: "x", response: fresh })).body).toEqual(invalid);
    expect([await passkeysOf(other.id), await passkeysOf(one.id)]).toEqual([[], []]);
  });

  it("refuses an authenticator that an account already has", async () => {
    const { authenticator } = await withPasskey();
    const { browser, id } = await signedInHere();
    const response = authenticator.create(await optionsOf(browser, "registration"));
    expect((await browser.send("POST /auth/passkeys", { name: "x", response })).body).toEqual(invalid);
    expect(await passkeysOf(id)).toEqual([]);
  });

  it("returns 409 for the 21st passkey, even with options from before the 20th", async () => {
    const { browser, id } = await signedInHere();
    const response = createAuthenticator(origin).create(await optionsOf(browser, "registration"));
    const data = Array.from({ length: 20 }, (_, place) => ({
      ...{ accountId: id, name: "x", publicKey: Buffer.from("x"), counter: 0, transports: [] },
      credentialId: Buffer.from(`${id} ${place}`),
    }));
    await api.database.db.passkey.createMany({ data });
    const refused = errorBody("second_factor_state", 409, expect.stringContaining("20 passkeys"));
    expect((await browser.send("POST /auth/passkeys", { name: "x", response })).body).toEqual(refused);
    expect((await browser.send("POST /auth/passkeys/registration-options")).body).toEqual(refused);
    expect(await passkeysOf(id)).toHaveLength(20);
  });
});

describe("signing in with a passkey", () => {
  it("needs no password, counts as two factors, and records that", async () => {
    const { id, email, authenticator } = await withPasskey();
    const browser = open();
    const response = authenticator.get(await optionsOf(browser, "authentication"));
    expect((await signIn(browser, response)).body).toMatchObject({ user: { id: Number(id), email } });
    expect(await isSignedIn(browser)).toBe(true);
    const sessions = await api.database.db.session.findMany({ where: { accountId: id }, orderBy: { id: "asc" } });
    expect(sessions.at(-1)).toMatchObject({ hasSecondFactor: true, isRemembered: true });
    expect(await passkeysOf(id)).toMatchObject([{ counter: 1n, lastUsedAt: expect.any(Date) }]);
    const [event] = await api.database.db.auditEvent.findMany({
      where: { action: "account.sign_in", subjectId: id },
      orderBy: { id: "desc" },
      take: 1,
    });
    expect(event).toMatchObject({ after: { method: "passkey" } });
  });

  it.each([
    ["another challenge", { challenge: "A".repeat(43) }],
    ["a page of another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["an authenticator that did not check its user", { isUnverified: true }],
    ["a registration", { type: "webauthn.create" }],
  ])("refuses the response of %s", async (_, forgery) => {
    const { authenticator, id } = await withPasskey();
    const browser = open();
    const response = authenticator.get(await optionsOf(browser, "authentication"), forgery);
    expect((await signIn(browser, response)).body).toEqual(invalid);
    expect([await isSignedIn(browser), (await passkeysOf(id))[0]?.counter]).toEqual([false, 0n]);
  });

  it("refuses a signature by another key", async () => {
    const { authenticator } = await withPasskey();
    const browser = open();
    const { id } = authenticator;
    const forged = { ...createAuthenticator(origin).get(await optionsOf(browser, "authentication")), id, rawId: id };
    expect((await signIn(browser, forged)).body).toEqual(invalid);
  });

  it("refuses a repeated response, even with its cookie", async () => {
    const { authenticator, id } = await withPasskey();
    const browser = open();
    const options = await optionsOf(browser, "authentication");
    const cookies = new Map(browser.cookies);
    const response = authenticator.get(options);
    expect((await signIn(browser, response)).status).toBe(200);
    // Without this reset, the check of the counter would refuse it too.
    await api.database.db.passkey.updateMany({ where: { accountId: id }, data: { counter: 0 } });
    const replay = open();
    for (const [name, value] of cookies) replay.cookies.set(name, value);
    expect((await signIn(replay, response)).body).toEqual(invalid);
    expect(await isSignedIn(replay)).toBe(false);
  });

  it("refuses options that are missing, from another session or 10 minutes old", async () => {
    const { authenticator } = await withPasskey();
    const [mine, other] = [open(), open()];
    const response = authenticator.get(await optionsOf(mine, "authentication"));
    expect((await signIn(open(), response)).body).toEqual(invalid);
    await optionsOf(other, "authentication");
    expect((await signIn(other, response)).body).toEqual(invalid);
    await api.database.db.challenge.updateMany({ data: { expiresAt: new Date() } });
    expect((await signIn(mine, response)).body).toEqual(invalid);
  });

  it("refuses the response to a challenge for adding a passkey", async () => {
    const { browser, authenticator, id } = await withPasskey();
    const response = authenticator.get(await optionsOf(browser, "registration"));
    expect((await signIn(browser, response)).body).toEqual(invalid);
    expect(await passkeysOf(id)).toMatchObject([{ counter: 0n }]);
  });

  it("refuses a cloned authenticator, whose counter is too low", async () => {
    const { authenticator } = await withPasskey();
    for (const expected of [200, 400]) {
      const browser = open();
      const response = authenticator.get(await optionsOf(browser, "authentication"));
      expect((await signIn(browser, response)).status).toBe(expected);
      authenticator.rewind(0);
    }
  });

  it("refuses an unknown or removed passkey, or a banned account", async () => {
    const [removed, banned] = [await withPasskey(), await withPasskey()];
    await removed.browser.send("POST /auth/passkeys/delete", { id: removed.passkey.id });
    await api.database.db.account.update({ where: { id: banned.id }, data: { banned: true } });
    for (const authenticator of [createAuthenticator(origin), removed.authenticator, banned.authenticator]) {
      const browser = open();
      const response = authenticator.get(await optionsOf(browser, "authentication"));
      expect((await signIn(browser, response)).body).toEqual(invalid);
      expect(await isSignedIn(browser)).toBe(false);
    }
  });

  it("is limited by network: 429 after 30 attempts in 15 minutes", async () => {
    const { authenticator } = await withPasskey();
    const browser = open();
    const response = authenticator.get({ challenge: "x" });
    const statuses = [];
    for (let tries = 0; tries < 31; tries += 1) statuses.push((await signIn(browser, response)).status);
    expect([new Set(statuses.slice(0, 30)), statuses.at(-1)]).toEqual([new Set([400]), 429]);
  });

  it("gives a network at most 120 options in 15 minutes", async () => {
    const browser = open();
    const statuses = [];
    for (let tries = 0; tries < 121; tries += 1) {
      statuses.push((await browser.send("POST /auth/passkeys/authentication-options")).status);
    }
    expect([new Set(statuses.slice(0, 120)), statuses.at(-1)]).toEqual([new Set([200]), 429]);
  });
});

describe("the account's own passkey", () => {
  const age = (accountId: bigint) =>
    api.database.db.session.updateMany({
      where: { accountId },
      data: { authenticatedAt: new Date(Date.now() - 660_000) },
    });
  const prove = async (browser: Browser, response: object) =>
    browser.send("POST /auth/reauthenticate/passkey", { response });

  it("proves again who the person is", async () => {
    const { browser, id, authenticator } = await withPasskey();
    await age(id);
    expect((await browser.send("POST /auth/two-factor/start")).status).toBe(403);
    const response = authenticator.get(await optionsOf(browser, "authentication"));
    expect((await prove(browser, response)).status).toBe(200);
    expect((await browser.send("POST /auth/two-factor/start")).status).toBe(200);
  });

  it("counts as two factors from then on, but only in its own session", async () => {
    const { browser, id, email, authenticator } = await withPasskey();
    await open().signIn(email);
    await api.database.db.session.updateMany({ where: { accountId: id }, data: { hasSecondFactor: false } });
    const response = authenticator.get(await optionsOf(browser, "authentication"));
    const { session } = (await prove(browser, response)).body as { session: { id: number } };
    const strong = await api.database.db.session.findMany({ where: { accountId: id, hasSecondFactor: true } });
    expect(strong.map((one) => Number(one.id))).toEqual([session.id]);
  });

  it("records a wrong response without its content, but does not record right ones", async () => {
    const [{ browser, id, authenticator }, other] = [await withPasskey(), await withPasskey()];
    const last = await lastEventId(api.database);
    const sent = [];
    for (const [by, status] of [
      [other.authenticator, 400],
      [authenticator, 200],
    ] as const) {
      const response = by.get(await optionsOf(browser, "authentication"));
      expect((await prove(browser, response)).status).toBe(status);
      sent.push(response.id, response.response.signature);
    }
    await api.deps.signInTrail.close();
    const events = await eventsSince(api.database, last);
    expect(events).toMatchObject([
      { action: "account.reauthenticate_failed", subject: { kind: "account", id: Number(id) }, before: null },
    ]);
    expect(events[0]?.after).toEqual({ address: expect.any(String), userAgent: "node", leftCount: 0 });
    for (const text of sent) expect(JSON.stringify(events)).not.toContain(text);
  });

  it("is refused for another account", async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    await age(one.id);
    const response = other.authenticator.get(await optionsOf(one.browser, "authentication"));
    expect((await prove(one.browser, response)).body).toEqual(invalid);
    expect((await one.browser.send("POST /auth/two-factor/start")).status).toBe(403);
  });

  it("can be renamed and removed only by its account", async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const { id } = one.passkey;
    const notFound = errorBody("not_found", 404, expect.stringContaining(`no passkey with id ${id}`));
    expect((await other.browser.send("POST /auth/passkeys/rename", { id, name: "Mine" })).body).toEqual(notFound);
    expect((await other.browser.send("POST /auth/passkeys/delete", { id })).body).toEqual(notFound);
    const last = await lastEventId(api.database);
    for (const name of [" Desk ", "Desk"])
      expect((await one.browser.send("POST /auth/passkeys/rename", { id, name })).body).toMatchObject({ name: "Desk" });
    const renames = (await eventsSince(api.database, last)).filter(({ subject }) => subject.id === Number(one.id));
    expect(renames).toMatchObject([
      {
        action: "account.rename_passkey",
        before: { passkey: { id, name: one.passkey.name } },
        after: { passkey: { id, name: "Desk" } },
      },
    ]);
    expect((await one.browser.send("POST /auth/passkeys/delete", { id })).body).toEqual({ success: true });
    expect([await passkeysOf(one.id), (await passkeysOf(other.id)).length]).toEqual([[], 1]);
  });

  it("still allows a sign-in with the password alone", async () => {
    const { email } = await withPasskey();
    const answer = await open().send("POST /auth/sign-in/email", { email, password });
    expect(answer.body).toMatchObject({ user: { email, secondFactor: true } });
  });
});
