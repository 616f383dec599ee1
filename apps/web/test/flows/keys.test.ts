import { type Client, createClient } from "@petstore/contract/client";
import { inject, describe, expect } from "vitest";
import type { Locator, Page } from "playwright-core";
import { expectNone, expectOnlyThere } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";

const statusWith = async (key: string) =>
  (await fetch(`${inject("address")}/v1/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } })).status;

const isFocusKept = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

/** Returns everything in the page that could still contain the key, except the query cache. */
const traces = (page: Page) =>
  page.evaluate(() =>
    [location.href, document.body.innerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join("\n"),
  );

describe.skipIf(!hasBrowser)("the keys page", () => {
  test("creates a key, shows it once, and asks before it is lost", async ({ open }) => {
    const page = await open("/account", { role: "manager" });
    const name = unique("Till");
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("button", { name: "New key" }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("Name").fill(name);
    expect(await page.getByLabel("May do").inputValue()).toBe("read");
    await page.getByRole("button", { name: "Make the key" }).click();
    const key = await page.getByRole("textbox", { name: "The key" }).inputValue();
    expect(await statusWith(key)).toBe(200);

    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.goBack();
    await page.getByRole("alertdialog", { name: "You have not copied it" }).waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();

    await page.getByRole("link", { name: `Details of ${name}` }).waitFor();
    expect(await traces(page)).not.toContain(key);
    expect(await findViolations(page)).toEqual([]);
  });

  test("replaces and revokes a key by keyboard on the phone", async ({ open, api }) => {
    const name = unique("Door");
    const { body: old } = await api.apiKeys.createApiKey({ body: { name, scope: "read" } });
    const page = await open("/keys", { role: "owner", width: 390, height: 844 });
    const choose = async (action: string, steps: number) => {
      const button = page.getByRole("button", { name: `Actions for ${name}` }).first();
      await button.focus();
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press("Enter");
      // Waits until the first item has the focus, because it receives the next keys.
      await page.locator("[role=menuitem]:focus").waitFor();
      for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
      await page.getByRole("menuitem", { name: action }).and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Enter");
    };
    await choose("Rotate", 0);
    await page.getByLabel("The old key stops").selectOption("0");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const key = await page.getByRole("textbox", { name: "The key" }).inputValue();
    await page.locator("button:focus", { hasText: "Copy" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "The key" }).waitFor({ state: "detached" });
    expect(await statusWith(key)).toBe(200);
    expect(await statusWith("key" in old ? old.key : "")).toBe(401);

    await expect.poll(() => page.getByRole("button", { name: `Actions for ${name}` }).count()).toBe(1);
    await choose("Revoke", 1);
    const question = page.getByRole("alertdialog", { name: `Revoke ${name}?` });
    await question.locator("button:focus").waitFor();
    await question.getByText(`It is the key that ends in ${key.slice(-4)}.`).waitFor();
    await page.keyboard.press("Tab");
    await page.locator("button:focus:not([aria-busy])", { hasText: "Revoke" }).waitFor();
    const revocation = page.waitForRequest((request) => request.method() === "DELETE");
    await page.keyboard.press("Enter");
    expect(new URL((await revocation).url()).searchParams.get("descendants")).toBe("false");
    await page.getByText(`Revoked ${name}`).waitFor();
    await page.getByRole("link", { name: `Details of ${name}` }).waitFor({ state: "detached" });
    expect(await statusWith(key)).toBe(401);
    expect(await isFocusKept(page)).toBe(true);
  });

  test("lists the descendants of a key before it revokes them too", async ({ open, api, address }) => {
    const [name, childName, keptName] = [unique("Robot"), unique("Child"), unique("Kept")];
    const make = async (by: Client, of: string, scope: "read" | "admin") => {
      const response = await by.apiKeys.createApiKey({ body: { name: of, scope } });
      if (response.status !== 201) throw new Error(response.body.message);
      return response.body;
    };
    const robot = await make(api, name, "admin");
    const asRobot = createClient({ baseUrl: `${address}/v1`, apiKey: robot.key });
    const [child, kept] = [await make(asRobot, childName, "read"), await make(api, keptName, "read")];
    const page = await open("/keys", { role: "owner" });
    await page.getByRole("link", { name: `Details of ${childName}` }).click();
    await page.getByRole("link", { name: `Key ${robot.id}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("alertdialog", { name: `Revoke ${name}?` });
    await expectOnlyThere((at: Page | Locator) => at.getByText(keptName), {
      there: page,
      notHere: dialog,
      settled: dialog.getByText(childName),
    });
    expect(await findViolations(page)).toEqual([]);
    expect(await statusWith(child.key)).toBe(200);
    await dialog.getByLabel("Revoke these too").check();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByText(`Revoked ${name} and 1 key that it made`).waitFor();
    expect(await Promise.all([robot, child, kept].map(({ key }) => statusWith(key)))).toEqual([401, 401, 200]);
  });

  test("shows only the keys of the chosen state", async ({ open, api }) => {
    const make = async (name: string) => {
      const made = await api.apiKeys.createApiKey({ body: { name, scope: "read" } });
      if (made.status !== 201) throw new Error(made.body.message);
      return made.body;
    };
    const [works, revoked] = [await make(unique("Works")), await make(unique("Revoked"))];
    await api.apiKeys.revokeApiKey({ params: { keyId: revoked.id } });
    const page = await open("/keys", { role: "owner" });
    const linkTo = ({ name }: { readonly name: string }) => page.getByRole("link", { name: `Details of ${name}` });
    await expectNone(linkTo(revoked), linkTo(works));
    await page.getByRole("radio", { name: "Revoked" }).press("Space");
    // The time-out is below the 15 s after which the page polls, which would show the other keys in any case.
    await linkTo(revoked).waitFor({ timeout: 5_000 });
    expect(await linkTo(works).count()).toBe(0);
  });

  test("keeps the status filter when the drawer of a key closes", async ({ open, api }) => {
    const made = await api.apiKeys.createApiKey({ body: { name: unique("Revoked"), scope: "read" } });
    if (made.status !== 201) throw new Error(made.body.message);
    await api.apiKeys.revokeApiKey({ params: { keyId: made.body.id } });
    const page = await open(`/keys?status=revoked&open=${made.body.id}`, { role: "owner" });
    await page.getByRole("dialog", { name: made.body.name }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(({ searchParams }) => !searchParams.has("open"));
    expect(new URL(page.url()).searchParams.get("status")).toBe("revoked");
  });

  test("warns that the key may exist when the response was lost", async ({ open }) => {
    const page = await open("/keys", { role: "manager", allow: [/net::ERR_FAILED/] });
    const name = unique("Lost");
    await page.route("**/v1/api-keys", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByText("The answer was lost").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe(name);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: `Details of ${name}` }).waitFor();
  });

  test("distinguishes a replaced key from the new one by its time left", async ({ open, api }) => {
    const name = unique("Till");
    const made = await api.apiKeys.createApiKey({ body: { name, scope: "read" } });
    if (made.status !== 201) throw new Error(made.body.message);
    await api.apiKeys.rotateApiKey({ params: { keyId: made.body.id }, body: { overlapSeconds: 3_000 } });
    const page = await open("/keys", { role: "owner" });
    const row = (text: string) => page.locator("tr[data-row]", { hasText: name }).filter({ hasText: text });
    await row("Soon")
      .getByText(/^in \d+ minutes$/)
      .waitFor();
    await row("Never").first().waitFor();
  });

  test("shows who calls deprecated operations, and is hidden from clerks", async ({ open, api }) => {
    const name = unique("Old shop");
    const { body } = await api.apiKeys.createApiKey({ body: { name, scope: "read" } });
    if (!("key" in body)) throw new Error("There is no key.");
    await fetch(`${inject("address")}/v1/pets/1`, { headers: { authorization: `Bearer ${body.key}` } });
    const page = await open(`/keys?open=${body.id}`, { role: "manager" });
    await expect
      .poll(async () => (await api.apiKeys.getApiKey({ params: { keyId: body.id } })).body, { timeout: 20_000 })
      .toMatchObject({ deprecatedCalls: [{ operationId: "getPet" }] });
    await page.reload();
    await expectOnlyThere((at: Page) => at.getByRole("dialog", { name }).getByRole("button", { name: "Rotate" }), {
      there: await open(`/keys?open=${body.id}`, { role: "owner" }),
      notHere: page,
      settled: page.getByRole("dialog", { name }).getByRole("cell", { name: "getPet" }),
    });

    await page.goto("/keys");
    const clerk = await open("/keys", { role: "clerk" });
    await expectOnlyThere((at: Page) => at.getByRole("link", { name: "Keys", exact: true }), {
      there: page,
      notHere: clerk,
      settled: clerk.getByText("Keys are for managers and owners"),
    });
  });
});
