import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectGone, expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { accountOf, hasBrowser, quiet, test, unique } from "../support/browser.js";
import { createPerson, openAs } from "../support/people.js";
import { addPet, petsById } from "../support/rows.js";
import { enrolTotp, type StaffAccount } from "../support/staff.js";
import { totpCode } from "../support/totp.js";

const refused = [/status of 401/];

/** Ends the session on the server, as an owner or another tab would. The page does not notice it. */
const endSession = async (page: Page, address: string) => {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const response = await fetch(`${address}/auth/sign-out`, { method: "POST", headers: { origin: address, cookie } });
  expect(response.status).toBe(200);
};

const accountMenu = (page: Page, { name }: Pick<StaffAccount, "name">) =>
  page.getByRole("button", { name: `Account of ${name}` });

describe.skipIf(!hasBrowser)("a session that ends", () => {
  test("a session that ends during an edit continues after a sign-in, and the text is saved", async ({
    open,
    api,
    address,
  }) => {
    const { id } = await addPet(api);
    const { password } = await accountOf("clerk");
    const renamed = unique("Renamed");
    const page = await open(`/animals?open=${id}`, { role: "clerk", hasOwnSession: true, allow: refused });
    const drawer = page.getByRole("dialog", { name: `Animal ${id}` });
    await drawer.getByLabel("Name").fill(renamed);
    await endSession(page, address);
    await drawer.getByRole("button", { name: "Save" }).click();
    const ended = page.getByRole("dialog", { name: "Your session has ended" });
    await ended.getByLabel("Password", { exact: true }).waitFor();
    await page.locator("input[name=password]:focus").waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByText(`Saved ${renamed}`).waitFor();
    expect((await petsById(api, id))[0]?.name).toBe(renamed);
  });

  test("keeps the page behind the dialog, and allows a retry after a wrong password", async ({
    open,
    api,
    address,
  }) => {
    const { id, name } = await addPet(api);
    const { password } = await accountOf("clerk");
    const page = await open(`/animals?id=${id}`, { role: "clerk", hasOwnSession: true, allow: refused, width: 390 });
    await page.getByText(name).first().waitFor();
    await endSession(page, address);
    await page.getByLabel("Search animals").fill("no animal at all");
    const ended = page.getByRole("dialog", { name: "Your session has ended" });
    await ended.getByLabel("Password", { exact: true }).fill("something else");
    await ended.getByRole("button", { name: "Sign in", exact: true }).click();
    await ended.getByText("The e-mail or the password is wrong.").waitFor();
    await ended.getByLabel("Password", { exact: true }).fill(password);
    await ended.getByRole("button", { name: "Sign in", exact: true }).click();
    await ended.waitFor({ state: "detached" });
    await page.getByText("No animal matches").waitFor();
    expect(await page.getByLabel("Search animals").inputValue()).toBe("no animal at all");
  });
});

describe.skipIf(!hasBrowser)("another person in the same browser", () => {
  test("does not send the requests of the ended session", async ({ open, address }) => {
    const [owner, other] = [await createPerson("owner", "Olive"), await createPerson("owner", "Oscar")];
    const { name, email } = await createPerson("clerk");
    const page = await openAs(open, owner, `/staff?searchValue=${email}`, { allow: refused });
    await page.getByRole("link", { name: `Account of ${name}` }).click();
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByLabel("Role").selectOption("manager");
    await page.route(
      "**/auth/admin/set-role",
      async (route) => {
        await page.context().addCookies(other.cookies.map((cookie) => ({ ...cookie, url: address })));
        await route.fulfill({ status: 401, json: { code: "unauthorized", message: "Sign in first.", status: 401 } });
      },
      { times: 1 },
    );
    await drawer.getByRole("button", { name: "Change role" }).click();
    const ended = page.getByRole("dialog", { name: "Your session has ended" });
    await ended.getByText(owner.name).first().waitFor();
  });

  test("a person who signs in in another tab also takes over this tab", async ({ open }) => {
    const [person, other] = [await createPerson("clerk", "Ann"), await createPerson("clerk", "Bob")];
    const page = await openAs(open, person, "/", { allow: refused });
    await accountMenu(page, person).waitFor();
    const tab = await page.context().newPage();
    await tab.goto("/");
    await accountMenu(tab, person).click();
    await tab.getByRole("menuitem", { name: "Sign out" }).click();
    await tab.getByLabel("E-mail").fill(other.email);
    await tab.getByLabel("Password", { exact: true }).fill(other.password);
    await tab.getByRole("button", { name: "Sign in", exact: true }).click();
    await accountMenu(tab, other).waitFor();
    await accountMenu(page, other).waitFor();
  });
});

describe.skipIf(!hasBrowser)("a session with a second factor", () => {
  test("continues on the page after the password and a code", async ({ open, api, address }) => {
    const { id } = await addPet(api);
    const person = await createPerson("clerk");
    const { secret } = await enrolTotp(address, person.cookies);
    const renamed = unique("Renamed");
    const page = await openAs(open, person, `/animals?open=${id}`, { allow: refused, width: 390, height: 844 });
    const drawer = page.getByRole("dialog", { name: `Animal ${id}` });
    await drawer.getByLabel("Name").fill(renamed);
    await endSession(page, address);
    await drawer.getByRole("button", { name: "Save" }).click();
    const ended = page.getByRole("dialog", { name: "Your session has ended" });
    await ended.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await ended.locator("input[name=code]:focus").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type(totpCode(secret, 1));
    await page.keyboard.press("Enter");
    await page.getByText(`Saved ${renamed}`).waitFor();
    expect((await petsById(api, id))[0]?.name).toBe(renamed);
  });
});

describe.skipIf(!hasBrowser)("a key", () => {
  test("a key that ends during an edit is renewed, and the change is sent again", async ({ open, api }) => {
    const { id } = await addPet(api);
    const renamed = unique("Renamed");
    const page = await open(`/animals?open=${id}`, { role: "clerk", allow: refused });
    const drawer = page.getByRole("dialog", { name: `Animal ${id}` });
    await drawer.getByLabel("Name").fill(renamed);
    let refusals = 0;
    await page.route("**/v1/pets/changes?*", (route) => {
      refusals += 1;
      const headers = { ...route.request().headers(), authorization: `Bearer pets_live_${"0".repeat(38)}` };
      return route.continue(refusals === 1 ? { headers } : {});
    });
    await drawer.getByRole("button", { name: "Save" }).click();
    await expectNone(page.getByRole("alert"), page.getByText(`Saved ${renamed}`));
    expect(refusals).toBe(2);
    expect((await petsById(api, id))[0]?.name).toBe(renamed);
  });

  test("is fetched once for all requests, and renewed before it ends", async ({ open }) => {
    const page = await open("/orders?view=board", { role: "clerk" });
    const path = page.url();
    // Leaves the page, so that the answers to its requests do not count.
    await page.goto("about:blank");
    let exchanges = 0;
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith("/auth/key")) exchanges += 1;
      if (response.url().includes("/v1/")) statuses.push(response.status());
    });
    await page.clock.install();
    await page.goto(path);
    await page.getByRole("heading", { name: "Placed" }).waitFor();
    // Waits for the first load, so that its answers do not count for the second key.
    await quiet(page);
    expect(statuses.length).toBeGreaterThan(2);
    expect(exchanges).toBe(1);
    // The key lives for 15 minutes and is renewed one minute before that.
    const before = statuses.length;
    await page.clock.fastForward("14:30");
    // The page continues to wait for events.
    await expect.poll(() => exchanges).toBe(2);
    await page.locator("a[href*='status=placed']").first().click();
    await expect.poll(() => statuses.length).toBeGreaterThan(before);
    expect(statuses.filter((status) => status >= 400)).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)("a page kept for the Back button", () => {
  test("checks the session again, and shows nothing if it has ended", async ({ open, api, address }) => {
    const { id, name } = await addPet(api);
    const page = await open(`/animals?id=${id}`, { role: "clerk", hasOwnSession: true, allow: refused });
    await page.getByText(name).first().waitFor();
    await endSession(page, address);
    // A browser with a back/forward cache dispatches this event. Playwright's browser has none, so the test dispatches
    // it.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expectGone(page.getByText(name).first(), page.getByRole("heading", { name: "Sign in to Pet Store" }));
  });
});
