import { afterAll, beforeAll, expect, it } from "vitest";
import { password, signedIn } from "../../test/support/staff.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

it("reports a password that others set, until the person chooses one", async () => {
  const [{ browser, id }, other] = [await signedIn(api, "clerk"), await signedIn(api, "clerk")];
  const isFromOthers = async (one: typeof browser) =>
    ((await one.send("GET /auth/get-session")).body as { passwordFromOthers?: true }).passwordFromOthers;
  const addEvent = (action: string, subjectId: bigint, actorId: bigint) => {
    const actor = { actorKind: "account" as const, actorId, actorName: "test" };
    return api.database.db.auditEvent.create({ data: { ...actor, action, subjectKind: "account", subjectId } });
  };
  expect([await isFromOthers(browser), await isFromOthers(other.browser)]).toEqual([undefined, undefined]);
  await addEvent("account.create", id, other.id);
  await addEvent("account.set_password", id, other.id);
  await addEvent("account.set_password", other.id, other.id);
  expect([await isFromOthers(browser), await isFromOthers(other.browser)]).toEqual([true, undefined]);
  await addEvent("account.set_password", id, id);
  expect(await isFromOthers(browser)).toBeUndefined();
});

it("sets no cookie for an ended session, so that the browser keeps the cookie of a new one", async () => {
  const { browser } = await signedIn(api, "clerk");
  const before = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const passwords = { currentPassword: password, newPassword: "lantern 7 goose orbit" };
  expect((await browser.send("POST /auth/change-password", passwords)).status).toBe(200);
  const { status, body, headers } = await browser.send("GET /auth/get-session", undefined, { cookie: before });
  expect([status, body, headers.getSetCookie()]).toEqual([200, null, []]);
  expect((await browser.send("GET /auth/get-session")).body).not.toBeNull();
});
