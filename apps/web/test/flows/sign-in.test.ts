import { describe, expect } from "vitest";
import { expectGone } from "../support/absence.js";
import { accountOf, hasBrowser, test } from "../support/browser.js";
import { createPerson } from "../support/people.js";
import { disableAccount } from "../support/staff.js";

const refused = /the server responded with a status of 401/;

describe.skipIf(!hasBrowser)("signing in", () => {
  test("reports a disabled account only to a person who knows its password", async ({ open, address }) => {
    const person = await createPerson("clerk");
    const { email, password } = person;
    const { cookies } = await accountOf("owner");
    await disableAccount(address, cookies, person);
    const page = await open("/", { role: null, allow: [refused] });
    const tryWith = async (given: string) => {
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(given);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    await tryWith("not the password");
    await page.getByRole("alert").getByText("The e-mail or the password is wrong.").waitFor();
    await tryWith(password);
    await page.getByRole("alert").getByText("This account is disabled. Ask an owner", { exact: false }).waitFor();
  });

  test("says how long to wait after too many attempts", async ({ open }) => {
    const page = await open("/", { role: null, allow: [/status of 429/] });
    await page.route("**/auth/sign-in/email", (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "90" },
        json: { code: "too_many_requests", message: "Too many attempts.", status: 429 },
      }),
    );
    await page.getByLabel("E-mail").fill("clerk@store.example");
    await page.getByLabel("Password", { exact: true }).fill("whatever it is");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("Wait 90 seconds").waitFor();
  });

  test("says if the service cannot be reached, and continues once it can", async ({ open }) => {
    const page = await open("/", { role: null, allow: [/net::ERR_FAILED/] });
    await page.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
    await page.route("**/auth/get-session", (route) => route.abort());
    await page.reload();
    await page.getByText("You are offline").waitFor();
    await page.unroute("**/auth/get-session");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
  });
});

describe.skipIf(!hasBrowser)("signing out", () => {
  test("hides the page and clears its data after a failure, and can be retried", async ({ open }) => {
    const page = await open("/animals?new=true", {
      ...{ role: "clerk", hasOwnSession: true, allow: [/net::ERR_FAILED/] },
    });
    await page.getByRole("dialog", { name: "New animal" }).getByLabel("Name").fill("A secret plan");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "New animal" }).waitFor({ state: "detached" });
    const title = page.getByRole("heading", { name: "Animals" });
    await title.waitFor();
    await page.route("**/auth/sign-out", (route) => route.abort());
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
    const notice = page.getByRole("alert").filter({ hasText: "could not be confirmed" });
    await expectGone(title, notice);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toMatch(/secret plan|signed-in/);
    await page.unroute("**/auth/sign-out");
    await notice.getByRole("button", { name: "Try again" }).click();
    await notice.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
  });
});
