import { createClient } from "@petstore/contract/client";
import { inject, describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, type OpenOptions, test, unique } from "../support/browser.js";
import { createPerson, type Open, openAs } from "../support/people.js";
import { exchangeForKey, signIn, type StaffAccount } from "../support/staff.js";

/** Creates an account for one test, which may end the account's sessions. */
const openAccount = async (open: Open, role: "manager" | "clerk", options: OpenOptions) => {
  const person = await createPerson(role, "Alex");
  const page = await openAs(open, person, "/account", options);
  await page.getByRole("heading", { name: "My account" }).waitFor();
  return { page, person };
};

const createKey = async ({ cookies }: StaffAccount, name: string) => {
  const address = inject("address");
  const key = await exchangeForKey(address, cookies);
  await createClient({ baseUrl: `${address}/v1`, apiKey: key }).apiKeys.createApiKey({ body: { name, scope: "read" } });
};

describe.skipIf(!hasBrowser)("the account page", () => {
  test("changes the password, shows problems at fields, and lists the keys", async ({ open }) => {
    // A 401 is allowed, because the sessions are polled every 15 seconds, sometimes still with the old session.
    const { page, person } = await openAccount(open, "manager", { allow: [/status of 40[01]/] });
    const keyName = unique("Shelf");
    await createKey(person, keyName);
    const change = page.getByRole("button", { name: "Change the password" });
    await page.getByLabel("Current password").fill("wrong horse");
    await page.getByLabel("New password").fill("short");
    await change.click();
    await page.getByText("Must have 12 to 128 characters").waitFor();
    await page.getByLabel("New password").fill("lantern 7 goose orbit");
    await change.click();
    await expectNone(page.getByRole("alert"), page.getByText("Is not your current password"));
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("Current password").fill(person.password);
    await change.click();

    await page.getByText("Your password is changed").waitFor();
    await expect.poll(() => page.getByLabel("New password").inputValue()).toBe("");
    await page.getByRole("button", { name: `Revoke the key ${keyName}` }).click();
    await page.getByText(`Revoked ${keyName}`).waitFor();
    await expect(signIn(inject("address"), person)).rejects.toThrow("401");
    await page.reload();
    await page.getByText(person.email).waitFor();
  });

  test("keeps the new session when a request of the old session is refused", async ({ open }) => {
    const { page, person } = await openAccount(open, "clerk", { allow: [/status of 401/] });
    const [{ name, value } = { name: "", value: "" }] = person.cookies;
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("New password").fill("lantern 7 goose orbit");
    const answers: number[] = [];
    await page.route("**/auth/list-sessions", (route) => {
      const headers = { ...route.request().headers(), cookie: `${name}=${encodeURIComponent(value)}` };
      return route.fetch(answers.includes(401) ? {} : { headers }).then((response) => route.fulfill({ response }));
    });
    page.on("response", (response) => {
      if (response.url().endsWith("/auth/list-sessions")) answers.push(response.status());
    });
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Your password is changed").waitFor();
    await expect.poll(() => answers.slice(-2)).toEqual([401, 200]);
    const ended = page.getByRole("dialog", { name: "Your session has ended" });
    await expectNone(ended, page.getByText("Your password is changed"));
  });

  test("marks this browser, ends one other session, and then ends all others", async ({ open }) => {
    const { page, person } = await openAccount(open, "clerk", { width: 390, height: 844 });
    const address = inject("address");
    await signIn(address, person);
    await signIn(address, person);
    await signIn(address, person);
    await page.reload();
    const ends = page.getByRole("button", { name: /^End the session/ });
    await expect.poll(() => ends.count()).toBe(3);
    expect(await page.getByText("This browser").count()).toBe(1);
    // A clerk's session ends 30 days after the sign-in, which rounds to 29.
    expect(await page.getByText("Ends at the latest in 30 days").count()).toBe(4);
    await ends.first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => ends.count()).toBe(2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await page.getByRole("button", { name: "End all others" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End all others" }).click();
    await expect.poll(() => ends.count()).toBe(0);
    await page.getByText("This browser").waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test("remembers the theme and the switch for single-key shortcuts", async ({ open }) => {
    const page = await open("/account", { role: "clerk", width: 320, height: 700 });
    await page.getByRole("radio", { name: "Dark" }).press("Space");
    await page.getByRole("switch", { name: /Single-key shortcuts/ }).click();
    await page.reload();
    expect(await page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
    expect(await page.getByRole("switch", { name: /Single-key shortcuts/ }).getAttribute("aria-checked")).toBe("false");
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
