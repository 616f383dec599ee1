import { listRoutes } from "@petstore/contract/routes";
import { authContract, authRouteMetadata } from "@petstore/contract/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addStaff, type Browser, createBrowser, password, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

const routes = listRoutes(authContract).map(({ operationId, route }) => ({
  operationId,
  line: `${route.method} /auth${route.path}`,
  needsProof: authRouteMetadata(route).reauthentication === true,
}));
const eleven = 11 * 60_000;
const age = async (accountId: bigint, ms = eleven) =>
  api.database.db.session.updateMany({
    where: { accountId },
    data: { authenticatedAt: new Date(Date.now() - ms) },
  });
const required = errorBody("reauthentication_required", 403, expect.stringContaining("POST /auth/reauthenticate"));
const keyOf = async (browser: Browser) => ((await browser.send("POST /auth/key")).body as { key: string }).key;

/** An owner who signed in 11 minutes ago. */
const staleOwner = async () => {
  const owner = await signedIn(api);
  await age(owner.id);
  return owner;
};

describe("a session with an old proof", () => {
  it("is asked for a proof exactly by the operations in this list", () => {
    expect(routes.filter(({ needsProof }) => needsProof).map(({ operationId }) => operationId)).toEqual([
      "startTotp",
      "enableTotp",
      "renewRecoveryCodes",
      "disableTotp",
      "startPasskeyRegistration",
      "addPasskey",
      "deletePasskey",
      "createUser",
      "updateUser",
      "setRole",
      "banUser",
      "unbanUser",
      "inviteUser",
    ]);
  });

  it.each(routes.filter(({ needsProof }) => needsProof).map(({ line }) => line))("gets 403 for %s", async (line) => {
    const { browser } = await staleOwner();
    expect((await browser.send(line, {})).body).toEqual(required);
  });

  it("changes nothing until the person gives the password", async () => {
    const [{ browser, id }, other] = [await staleOwner(), await addStaff(api, "clerk")];
    const body = { userId: Number(other.id), role: "manager" };
    const roleOf = async () => (await api.database.db.account.findUniqueOrThrow({ where: { id: other.id } })).role;
    expect((await browser.send("POST /auth/admin/set-role", body)).body).toEqual(required);
    expect(await roleOf()).toBe("clerk");
    const proof = await browser.send("POST /auth/reauthenticate", { password });
    expect(proof.status).toBe(200);
    const { session } = proof.body as { session: { authenticatedAt: string; createdAt: string } };
    expect(Date.parse(session.authenticatedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect((await browser.send("POST /auth/admin/set-role", body)).status).toBe(200);
    expect(await roleOf()).toBe("manager");
    expect(await api.database.db.session.count({ where: { accountId: id } })).toBe(1);
  });

  it("can still list accounts, end sessions and get keys", async () => {
    const { browser } = await staleOwner();
    expect((await browser.send("GET /auth/admin/list-users")).status).toBe(200);
    expect((await browser.send("POST /auth/admin/revoke-user-sessions", { userId: 999_999 })).status).toBe(200);
    expect((await browser.send("POST /auth/key")).status).toBe(200);
  });
});

describe("POST /auth/reauthenticate", () => {
  it("returns 400 for a wrong password, and proves nothing", async () => {
    const { browser } = await staleOwner();
    const answer = await browser.send("POST /auth/reauthenticate", { password: "not the right one" });
    expect(answer.body).toEqual(errorBody("invalid_password", 400, expect.stringContaining("body.password is wrong")));
    expect((await browser.send("POST /auth/two-factor/start")).body).toEqual(required);
  });

  it("records a wrong password without its text, but does not record right ones", async () => {
    const { browser, id, email } = await staleOwner();
    const last = await lastEventId(api.database);
    const wrong = "a wrong password nobody has";
    for (const given of [wrong, password]) await browser.send("POST /auth/reauthenticate", { password: given });
    await api.deps.signInTrail.close();
    const account = { kind: "account", id: Number(id) };
    const events = await eventsSince(api.database, last);
    expect(events).toMatchObject([
      { action: "account.reauthenticate_failed", actor: { ...account, name: email }, subject: account, before: null },
    ]);
    expect(events[0]?.after).toEqual({ address: expect.any(String), userAgent: "node", leftCount: 0 });
    expect(JSON.stringify(events)).not.toContain(wrong);
  });

  it("proves the person's identity for the caller's session only", async () => {
    const { browser, id, email } = await signedIn(api);
    const other = createBrowser(api);
    await other.signIn(email);
    await age(id);
    await browser.send("POST /auth/reauthenticate", { password });
    expect((await other.send("POST /auth/two-factor/start")).body).toEqual(required);
  });

  it("shares its limit with password changes: 429 after 10", async () => {
    const { browser } = await signedIn(api);
    const change = { currentPassword: "not the right one", newPassword: "short" };
    for (let tries = 0; tries < 5; tries += 1) await browser.send("POST /auth/change-password", change);
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1) {
      statuses.push((await browser.send("POST /auth/reauthenticate", { password: "not the right one" })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it("returns 401 without a session", async () => {
    expect((await createBrowser(api).send("POST /auth/reauthenticate", { password })).status).toBe(401);
  });
});

describe("a session key with an old proof", () => {
  const newKey = { name: "Shop front", scope: "read" };
  const countOf = (accountId: bigint) => api.database.db.apiKey.count({ where: { accountId } });

  it.each(["owner", "manager"] as const)(
    "a session key of role %s with an old proof creates no API key before a new proof",
    async (role) => {
      const { browser, id } = await signedIn(api, role);
      const key = await keyOf(browser);
      expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
      await age(id);
      const refused = await api.send("POST /v1/api-keys", { key, body: newKey });
      expect(refused.body).toEqual(required);
      expect(await countOf(id)).toBe(0);
      expect((await api.send("GET /v1/api-keys", { key })).status).toBe(200);
      await browser.send("POST /auth/reauthenticate", { password });
      expect((await api.send("POST /v1/api-keys", { key, body: newKey })).status).toBe(201);
      expect(await countOf(id)).toBe(1);
    },
  );

  it("cannot rotate an API key, and the key stays unchanged", async () => {
    const { browser, id } = await signedIn(api);
    const key = await keyOf(browser);
    const made = (await api.send("POST /v1/api-keys", { key, body: newKey })).body as { id: number };
    await age(id);
    const rotate = () => api.send(`POST /v1/api-keys/${made.id}/rotate`, { key, body: { overlapSeconds: 0 } });
    expect((await rotate()).body).toEqual(required);
    expect(await api.database.db.apiKey.findMany({ where: { accountId: id } })).toMatchObject([{ expiresAt: null }]);
    await browser.send("POST /auth/reauthenticate", { password });
    expect((await rotate()).status).toBe(201);
  });

  it("does not affect ordinary API keys", async () => {
    const { id } = await staleOwner();
    const key = await api.makeKey("admin", { accountId: id });
    expect((await api.send("POST /v1/api-keys", { key, body: newKey })).status).toBe(201);
  });
});
