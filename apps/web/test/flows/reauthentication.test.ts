import { inject, describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { forgetProof } from "../support/database.js";
import { createPerson, openAs } from "../support/people.js";
import { sizes } from "../support/sizes.js";
import { signIn } from "../support/staff.js";

const refused = /status of 40[03]/;

describe.skipIf(!hasBrowser)("an action that needs a recent proof", () => {
  test.for(sizes)("asks on the page and then continues, at $width px", async (size, { open }) => {
    const person = await createPerson("clerk");
    const owner = await createPerson("owner", "Olive");
    const path = `/staff?searchValue=${person.email}`;
    const page = await openAs(open, owner, path, { ...size, allow: [refused] });
    await page.getByRole("link", { name: `Account of ${person.name}` }).click();
    // The drawer is not found by its role, because a notice with the person's name is a dialog too.
    const drawer = page.locator("[data-drawer]");
    await drawer.getByLabel("Role").selectOption("manager");
    await forgetProof(owner.email);
    await drawer.getByRole("button", { name: "Change role" }).click();
    const question = page.getByRole("dialog", { name: "Is it still you?" });
    await question.locator("input[name=password]:focus").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await question.getByText("That is not your password").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await question.getByLabel("Password", { exact: true }).fill(owner.password);
    await question.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(`${person.name} is now: Manager`).waitFor();
    await question.waitFor({ state: "detached" });
    await drawer.waitFor();
  });

  test("leaves everything unchanged if the person cancels", async ({ open }) => {
    const owner = await createPerson("owner", "Olive");
    const page = await openAs(open, owner, "/staff", { allow: [refused] });
    const name = unique("Kim");
    await page.getByRole("button", { name: "New account" }).click();
    const dialog = page.getByRole("dialog", { name: "New account" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("E-mail").fill("kim@nowhere.example");
    await forgetProof(owner.email);
    await dialog.getByRole("button", { name: "Make the account" }).click();
    const question = page.getByRole("dialog", { name: "Is it still you?" });
    await question.getByLabel("Password", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await expectNone(page.getByRole("alert"), dialog.getByLabel("Name"));
    expect(await dialog.getByLabel("Name").inputValue()).toBe(name);
    await dialog.getByRole("button", { name: "Make the account" }).click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await expectNone(page.getByRole("alert"), dialog.getByLabel("Name"));
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("searchbox").fill(name);
    await page.getByText("No account matches").waitFor();
  });

  test("also asks for a proof before it creates a program's key", async ({ open }) => {
    const manager = await createPerson("manager");
    const page = await openAs(open, manager, "/keys", { allow: [refused] });
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByRole("dialog", { name: "New key" }).getByLabel("Name").fill(unique("Till"));
    await forgetProof(manager.email);
    await page.getByRole("button", { name: "Make the key" }).click();
    const question = page.getByRole("dialog", { name: "Is it still you?" });
    await question.getByLabel("Password", { exact: true }).fill(manager.password);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "The key" }).waitFor();
    expect(await page.getByRole("textbox", { name: "The key" }).inputValue()).toMatch(/^pets_live_/);
  });

  test("asks for nothing within ten minutes of the sign-in", async ({ open }) => {
    const person = await createPerson("clerk");
    const owner = await createPerson("owner", "Olive");
    await forgetProof(owner.email);
    const fresh = { ...owner, cookies: await signIn(inject("address"), owner) };
    const page = await openAs(open, fresh, `/staff?searchValue=${person.email}`);
    await page.getByRole("link", { name: `Account of ${person.name}` }).click();
    await page.getByLabel("Role").selectOption("manager");
    await page.getByRole("button", { name: "Change role" }).click();
    const question = page.getByRole("dialog", { name: "Is it still you?" });
    await expectNone(question, page.getByText(`${person.name} is now: Manager`));
  });
});
