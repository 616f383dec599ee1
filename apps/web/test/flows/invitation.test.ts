import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, type OpenOptions, test, unique } from "../support/browser.js";
import { createPerson, emailOf, openAs } from "../support/people.js";
import { sizes } from "../support/sizes.js";
import { enrolTotp, signIn } from "../support/staff.js";
import { totpCode } from "../support/totp.js";

const refused = /status of 40[0-9]/;

/** Creates an account on the staff page. */
const makeAccount = async (page: Page, name: string): Promise<string> => {
  await page.getByRole("button", { name: "New account" }).click();
  const dialog = page.getByRole("dialog", { name: "New account" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("E-mail").fill(emailOf(name));
  await dialog.getByRole("button", { name: "Make the account" }).click();
  const link = page.getByRole("textbox", { name: `Invitation for ${emailOf(name)}` });
  await link.waitFor();
  expect(await findViolations(page)).toEqual([]);
  const url = await link.inputValue();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  return url;
};

const pathOf = (url: string) => new URL(url).pathname + new URL(url).hash;

describe.skipIf(!hasBrowser)("an invitation", () => {
  test.for(sizes)("lets a person choose a password once, at $width px", async (size, { open, address }) => {
    const staff = await open("/staff", { ...size, role: "owner" });
    const name = unique("Kim");
    const link = await makeAccount(staff, name);
    expect(await staff.content()).not.toContain(new URL(link).hash);
    await staff.getByRole("searchbox").fill(name);
    const row = staff.locator("[data-row]", { hasText: name });
    await row.getByText("Invited").waitFor();

    const page = await open(pathOf(link), { ...size, role: null, allow: [refused] });
    await page.getByRole("heading", { name: `Welcome, ${name}` }).waitFor();
    expect(page.url()).toBe(`${address}/invitation`);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("Your password").fill("password1234");
    await page.getByRole("button", { name: "Set the password and sign in" }).click();
    await page
      .getByText(/easy to guess/i)
      .nth(1)
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    const password = "lantern 7 goose orbit";
    await page.getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Set the password and sign in" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(await signIn(address, { email: emailOf(name), password })).not.toEqual([]);
    await staff.reload();
    await row.getByText("Can sign in").waitFor();

    const late = await open(pathOf(link), { ...size, role: null, allow: [refused] });
    await late.getByRole("alert").getByText("This invitation does not work").waitFor();
    expect(await findViolations(late)).toEqual([]);
    await late.getByRole("button", { name: "Use another code" }).click();
    await late.getByLabel("Code or link of the invitation").waitFor();
    expect(await findViolations(late)).toEqual([]);
    await late.getByRole("button", { name: "Go to the sign-in page" }).click();
    await late.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
  });

  test("accepts a typed code too, and ends the session of another person", async ({ open }) => {
    const staff = await open("/staff", { role: "owner" });
    const name = unique("Kim");
    const code = new URL(await makeAccount(staff, name)).hash.slice(1);
    const page = await openAs(open, await createPerson("clerk"), "/invitation");
    await page.getByLabel("Code or link of the invitation").fill(` ${code.toUpperCase()} `);
    await page.keyboard.press("Enter");
    await page.getByText(/is signed in on this browser/).waitFor();
    await page.getByLabel("Your password").fill("lantern 7 goose orbit");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Account of ${name}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("resets a password and ends old sessions, and a new link replaces the old", async ({ open, address }) => {
    const person = await createPerson("manager");
    const options: OpenOptions = { role: "owner", width: 1280, height: 900 };
    const page = await open(`/staff?searchValue=${person.email}`, options);
    await page.getByRole("link", { name: `Account of ${person.name}` }).click();
    const drawer = page.getByRole("dialog", { name: person.name });
    await drawer.getByRole("button", { name: /^End the session/ }).waitFor();
    await drawer.getByRole("button", { name: "Reset the password" }).click();
    const form = page.getByRole("dialog", { name: `Reset the password of ${person.name}?` });
    const factor = form.getByRole("switch", { name: /second factor/ });
    await expectNone(factor, form.getByRole("button", { name: "Reset the password" }));
    expect(await findViolations(page)).toEqual([]);
    const reset = page.waitForRequest("**/auth/admin/invite-user");
    await form.getByRole("button", { name: "Reset the password" }).click();
    expect((await reset).postDataJSON()).toMatchObject({ revokeApiKeys: true, removeSecondFactor: false });
    const first = await page.getByRole("textbox", { name: `Invitation for ${person.email}` }).inputValue();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await drawer.getByText("Not signed in anywhere").waitFor();
    await expect(signIn(address, person)).rejects.toThrow("401");

    await drawer.getByRole("button", { name: "Make a new link" }).click();
    const again = page.getByRole("dialog", { name: `New invitation for ${person.name}` });
    await again.getByRole("button", { name: "Make a new link" }).click();
    const second = await page.getByRole("textbox", { name: `Invitation for ${person.email}` }).inputValue();
    const late = await open(pathOf(first), { role: null, allow: [refused] });
    await late.getByRole("alert").getByText("This invitation does not work").waitFor();
    await late.goto(pathOf(second));
    await late.getByRole("heading", { name: `Welcome, ${person.name}` }).waitFor();
  });

  test("asks for a second factor that was kept, but not for a removed one", async ({ open, address }) => {
    const person = await createPerson("clerk");
    const { secret } = await enrolTotp(address, person.cookies);
    const staff = await open(`/staff?searchValue=${person.email}`, { role: "owner" });
    await staff.getByRole("link", { name: `Account of ${person.name}` }).click();
    const drawer = staff.getByRole("dialog", { name: person.name });
    const dialog = staff.getByRole("dialog", { name: `Reset the password of ${person.name}?` });
    const readLink = async () => {
      const link = await staff.getByRole("textbox", { name: `Invitation for ${person.email}` }).inputValue();
      await staff.getByRole("button", { name: "Copy", exact: true }).click();
      await staff.getByRole("button", { name: "Done" }).click();
      return pathOf(link);
    };
    await drawer.getByText("Second factor").waitFor();
    await drawer.getByRole("button", { name: "Reset the password" }).click();
    await dialog.getByRole("button", { name: "Reset the password" }).click();
    const page = await open(await readLink(), { role: null, width: 390, height: 844 });
    await page.getByLabel("Your password").fill("lantern 7 goose orbit");
    await page.keyboard.press("Enter");
    await page.getByLabel("Code from the app").fill(totpCode(secret, 1));
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    // The page is closed because the next reset ends its session.
    await page.close();

    await staff.reload();
    await drawer.getByRole("button", { name: "Reset the password" }).click();
    await dialog.getByRole("switch", { name: /Also remove their second factor/ }).click();
    expect(await findViolations(staff)).toEqual([]);
    await dialog.getByRole("button", { name: "Reset the password" }).click();
    const late = await open(await readLink(), { role: null });
    await drawer.getByText("Second factor").waitFor({ state: "detached" });
    await late.getByLabel("Your password").fill("lantern 8 goose orbit");
    await late.keyboard.press("Enter");
    await late.getByRole("heading", { name: "Today", level: 1 }).waitFor();
  });
});
