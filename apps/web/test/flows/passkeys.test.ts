import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone, expectOnlyThere } from "../support/absence.js";
import { addAuthenticator } from "../support/authenticator.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test } from "../support/browser.js";
import { forgetProof } from "../support/database.js";
import { createPerson, openAs } from "../support/people.js";
import { sizes } from "../support/sizes.js";
import { enrolTotp } from "../support/staff.js";

const refused = /status of 40[03]/;

/** Browsers do not allow passkeys on IP addresses. */
const named = (address: string) => address.replace("127.0.0.1", "localhost");

const addPasskey = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Chrome on Linux");
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByText(`Added the passkey ${name}`).first().waitFor();
  await dialog.waitFor({ state: "detached" });
};

const signOut = async (page: Page) => {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
};

describe.skipIf(!hasBrowser)("a passkey", () => {
  test.for(sizes)("signs in without a password, at $width px", async (size, { open, address }) => {
    const person = await createPerson("manager");
    const page = await openAs(open, person, "/account", { ...size, address: named(address) });
    await page.getByText("You have no passkey yet").waitFor();
    await addAuthenticator(page);
    await addPasskey(page, "Laptop");
    await page.getByRole("button", { name: "Rename Laptop" }).click();
    const renaming = page.getByRole("dialog", { name: "Rename Laptop" });
    await renaming.getByLabel("Name").fill("Work laptop");
    await renaming.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Rename Work laptop" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await signOut(page);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.getByRole("button", { name: `Account of ${person.name}` }).waitFor();
  });

  test.for(sizes)("proves who the person is until it is removed, at $width px", async (size, { open, address }) => {
    const person = await createPerson("manager");
    const page = await openAs(open, person, "/account", { ...size, address: named(address), allow: [refused] });
    await page.getByText("You have no passkey yet").waitFor();
    await addAuthenticator(page);
    await addPasskey(page, "Laptop");
    await forgetProof(person.email);
    await page.getByRole("button", { name: "Remove Laptop" }).click();
    const removal = page.getByRole("alertdialog", { name: "Remove the passkey Laptop?" });
    await removal.getByRole("button", { name: "Remove" }).click();
    const question = page.getByRole("dialog", { name: "Is it still you?" });
    await question.getByRole("button", { name: "Use a passkey" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("You have no passkey yet").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("The store does not know this passkey").waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test("is not offered as a proof to a person who has no passkey", async ({ open, address }) => {
    const person = await createPerson("clerk");
    const page = await openAs(open, person, "/account", { address: named(address), allow: [refused] });
    await page.getByText("You have no passkey yet").waitFor();
    await forgetProof(person.email);
    await page.getByRole("button", { name: "Set up an app" }).click();
    const question = page.getByRole("dialog", { name: "Is it still you?" });
    // The page already knows that there is no passkey, so the question shows its final choices at once.
    await expectNone(
      question.getByRole("button", { name: "Use a passkey" }),
      question.getByLabel("Password", { exact: true }),
    );
  });

  test("cannot be created twice on one device, and the refusal of the device is shown", async ({ open, address }) => {
    const person = await createPerson("clerk");
    const page = await openAs(open, person, "/account", { address: named(address) });
    await page.getByText("You have no passkey yet").waitFor();
    await addAuthenticator(page);
    await addPasskey(page, "Laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByText("This device already has a passkey for your account.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Rename Laptop" }).waitFor();
    expect(await page.getByRole("button", { name: /^Rename / }).count()).toBe(1);
  });

  test("can be the second factor after the password", async ({ open, address }) => {
    const person = await createPerson("clerk");
    const page = await openAs(open, person, "/account", { address: named(address) });
    await page.getByText("You have no passkey yet").waitFor();
    await addAuthenticator(page);
    await addPasskey(page, "Laptop");
    await enrolTotp(address, person.cookies);
    await signOut(page);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Code from the app").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
  });

  test("needs localhost instead of an IP address, and the page links to it", async ({ open, address }) => {
    const person = await createPerson("clerk");
    const page = await openAs(open, person, "/account");
    await expectOnlyThere((at: Page) => at.getByRole("button", { name: "Add a passkey" }), {
      there: await openAs(open, person, "/account", { address: named(address) }),
      notHere: page,
      settled: page.getByText("Browsers accept no passkeys at a numeric address."),
    });
    const link = page.getByRole("link", { name: "Open on localhost" });
    expect(await link.getAttribute("href")).toMatch(/^http:\/\/localhost:\d+\/account$/);
    expect(await findViolations(page)).toEqual([]);
  });
});
