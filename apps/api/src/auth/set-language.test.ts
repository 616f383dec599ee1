import { afterAll, beforeAll, expect, it } from "vitest";
import { signedIn } from "../../test/support/staff.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => api.close());

type Person = Awaited<ReturnType<typeof signedIn>>;
const readSession = async ({ browser }: Person) =>
  (await browser.send("GET /auth/get-session")).body as { language?: string; user: { updatedAt: string } };

it("set-language sets the language of one account in all its sessions", async () => {
  const [one, other] = [await signedIn(api, "clerk"), await signedIn(api, "clerk")];
  const before = await readSession(one);
  const choose = (language: unknown) => one.browser.send("POST /auth/set-language", { language });
  expect(before.language).toBeUndefined();
  expect(await choose("fr")).toMatchObject({ status: 200, body: { success: true } });
  expect(await readSession(one)).toMatchObject({ ...before, language: "fr", session: expect.anything() });
  expect((await readSession(other)).language).toBeUndefined();
  await choose(null);
  expect((await readSession(one)).language).toBeUndefined();
});

it.each(["it", "EN", "", 5, undefined])("set-language refuses %j and keeps the previous language", async (language) => {
  const person = await signedIn(api, "clerk");
  await person.browser.send("POST /auth/set-language", { language: "es" });
  const answer = await person.browser.send("POST /auth/set-language", { language });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "invalid_request", message: expect.stringContaining("body.language") },
  });
  expect((await readSession(person)).language).toBe("es");
});

it("get-session does not return a language that only a later version knows", async () => {
  const person = await signedIn(api, "clerk");
  await api.database.db.account.update({ where: { id: person.id }, data: { language: "pt" } });
  expect((await readSession(person)).language).toBeUndefined();
});
