import type { Page } from "playwright-core";
import { inject, describe, expect } from "vitest";
import { expectNone, expectOnlyThere } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { accountOf, hasBrowser, test, unique } from "../support/browser.js";
import { createPerson, emailOf } from "../support/people.js";
import { inviteAccount, signIn } from "../support/staff.js";

describe.skipIf(!hasBrowser)("the staff page", () => {
  test("creates an account with an unused address, and shows the link once", async ({ open }) => {
    const taken = await createPerson("clerk");
    const page = await open("/staff", { role: "owner", allow: [/status of 409/] });
    const name = unique("Kim");
    const email = emailOf(name);
    await page.getByRole("button", { name: "New account" }).click();
    const dialog = page.getByRole("dialog", { name: "New account" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("E-mail").fill(taken.email);
    await dialog.getByLabel("Role").selectOption("manager");
    await dialog.getByRole("button", { name: "Make the account" }).click();
    await dialog.getByText("Belongs to another account").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel("E-mail").fill(email);
    await dialog.getByRole("button", { name: "Make the account" }).click();

    const link = await page.getByRole("textbox", { name: `Invitation for ${email}` }).inputValue();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("searchbox").fill(name.toUpperCase());
    await expect.poll(() => page.getByRole("link", { name: /^Account of/ }).count()).toBe(1);
    await page.getByRole("cell", { name: "Manager" }).waitFor();
    await page.getByRole("cell", { name: "Invited" }).waitFor();
    expect(await page.content()).not.toContain(new URL(link).hash);
  });

  test("changes the role, bans with a reason, and unbans on the phone", async ({ open }) => {
    const person = await createPerson("clerk");
    const page = await open(`/staff?searchValue=${person.email}`, { role: "owner", width: 390, height: 844 });
    await page.getByRole("link", { name: `Account of ${person.name}` }).click();
    const drawer = page.getByRole("dialog", { name: person.name });
    await drawer.getByLabel("Role").selectOption("manager");
    await drawer.getByRole("button", { name: "Change role" }).click();
    await page.getByText(`${person.name} is now: Manager`).waitFor();

    await drawer.getByRole("button", { name: "Disable" }).click();
    await page.getByLabel("Reason").fill("left the store");
    await page
      .getByRole("dialog", { name: `Disable ${person.name}?` })
      .getByRole("button", { name: "Disable" })
      .click();
    await drawer.getByText("left the store").waitFor();
    await drawer.getByText("Not signed in anywhere").waitFor();
    await expect(signIn(inject("address"), person)).rejects.toThrow("401");
    expect(await findViolations(page)).toEqual([]);

    await drawer.getByRole("button", { name: "Enable" }).click();
    await drawer.getByRole("button", { name: "Disable" }).waitFor();
    expect(await signIn(inject("address"), person)).not.toEqual([]);
  });

  test("ends sessions, and offers for one's own account only what My account does not offer", async ({ open }) => {
    const person = await createPerson("manager");
    await signIn(inject("address"), person);
    await signIn(inject("address"), person);
    const page = await open(`/staff?searchValue=${person.email}`, { role: "owner" });
    await page.getByRole("link", { name: `Account of ${person.name}` }).click();
    const drawer = page.getByRole("dialog", { name: person.name });
    await expect.poll(() => drawer.getByRole("button", { name: /^End the session/ }).count()).toBe(3);
    await drawer
      .getByRole("button", { name: /^End the session/ })
      .first()
      .click();
    await expect.poll(() => drawer.getByRole("button", { name: /^End the session/ }).count()).toBe(2);
    await drawer.getByRole("button", { name: "End all" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End all" }).click();
    await drawer.getByText("Not signed in anywhere").waitFor();

    const own = await accountOf("owner");
    const ownPage = await open(`/staff?searchValue=${own.email}`, { role: "owner" });
    await ownPage.getByRole("link", { name: `Account of ${own.name}` }).click();
    const settled = ownPage.getByRole("link", { name: "Go to My account" });
    for (const name of ["Disable", "Reset the password"]) {
      // oxlint-disable-next-line no-await-in-loop
      await expectOnlyThere((at: Page) => at.getByRole("dialog").getByRole("button", { name, exact: true }), {
        there: page,
        notHere: ownPage,
        settled,
      });
    }
    // The page asks first, because the person loses this page together with the role.
    await ownPage.getByLabel("Role").selectOption("manager");
    await ownPage.getByRole("button", { name: "Change role" }).click();
    const question = ownPage.getByRole("alertdialog", { name: "Give up your own role?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await expectNone(ownPage.getByText("is now: Manager"), settled);
  });

  test("keeps an account open that was opened before the search ended", async ({ open }) => {
    const person = await createPerson("clerk");
    // Without a search, the accounts of other tests could fill the first page.
    const page = await open(`/staff?searchValue=${encodeURIComponent(person.name)}`, { role: "owner" });
    const link = page.getByRole("link", { name: `Account of ${person.name}` });
    await link.waitFor();
    await page.getByRole("searchbox").fill(person.email);
    await link.click();
    await page.waitForURL((url) => url.searchParams.get("searchValue") === person.email);
    expect(new URL(page.url()).searchParams.has("open")).toBe(true);
    await page.getByRole("dialog", { name: person.name }).waitFor();
  });

  test("turns to the accounts of the next page, and back", async ({ open, address }) => {
    const word = unique("Zoe");
    const { cookies } = await accountOf("owner");
    const names = Array.from({ length: 51 }, (_, at) => `${word} ${String(at).padStart(2, "0")}`);
    await Promise.all(
      names.map((name) => inviteAccount(address, cookies, { name, email: emailOf(name), role: "clerk" })),
    );
    const page = await open(`/staff?searchValue=${encodeURIComponent(word)}`, { role: "owner" });
    const linkTo = (name: string) => page.getByRole("link", { name: `Account of ${name}` });
    const [first, last] = [linkTo(`${word} 00`), linkTo(`${word} 50`)];
    await first.waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    // The time-out is below the 15 s after which the page polls, which would show the other accounts in any case.
    await last.waitFor({ timeout: 5_000 });
    expect(await first.count()).toBe(0);
    await page.getByRole("button", { name: "Previous page" }).click();
    await first.waitFor({ timeout: 5_000 });
    expect(await last.count()).toBe(0);
    await page.getByRole("button", { name: "Next page" }).click();
    await last.waitFor({ timeout: 5_000 });
    // A new search starts at its first page.
    await page.getByRole("searchbox").fill(`${word} 0`);
    await page.waitForURL((url) => !url.searchParams.has("offset"));
    await first.waitFor({ timeout: 5_000 });
  });

  test("is only for owners", async ({ open }) => {
    const page = await open("/staff", { role: "manager" });
    await expectOnlyThere((at: Page) => at.getByRole("link", { name: "Staff", exact: true }), {
      there: await open("/staff", { role: "owner" }),
      notHere: page,
      settled: page.getByText("Accounts are managed by owners"),
    });
  });
});
