import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone, expectOnlyThere } from "../support/absence.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { holdRequests } from "../support/hold-requests.js";
import { heading, navigation, openPalette } from "../support/shell.js";

describe.skipIf(!hasBrowser)("roles", () => {
  test("a page for other roles says whom it is for, and sends no request", async ({ open }) => {
    const page = await open("/staff", { role: "manager" });
    await page.getByText("Accounts are managed by owners").waitFor();
    await page.goto("/keys");
    await expectOnlyThere((at: Page) => at.getByText("Keys are for managers and owners"), {
      there: await open("/keys", { role: "clerk" }),
      notHere: page,
      settled: page.getByRole("button", { name: "New key" }).first(),
    });
  });
});

describe.skipIf(!hasBrowser)("the command palette", () => {
  test("drops an overtaken search without an error", async ({ open, api }) => {
    const created = await api.pets.createPet({ body: { name: unique("Overtaken"), categoryId: 1 } });
    if (created.status !== 201) throw new Error("The animal was not made.");
    const page = await open("/orders", { role: "clerk" });
    await heading(page, "Orders").waitFor();
    const number = String(created.body.id);
    const release = await holdRequests(
      page,
      (url) => url.pathname === "/v1/suggestions" && url.searchParams.get("q") === number,
    );
    await openPalette(page);
    const asked = page.waitForRequest((request) => request.url().includes(`q=${number}`));
    await page.keyboard.type(number);
    await asked;
    // An error of the page would fail the test.
    await page.keyboard.type("00000");
    await page.getByText("Nothing found").waitFor();
    release();
  });

  test("offers a clerk no page of another role", async ({ open }) => {
    const [owner, clerk] = [await open("/", { role: "owner" }), await open("/", { role: "clerk" })];
    for (const page of [owner, clerk]) {
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole("button", { name: "Search and commands" }).click();
    }
    await expectOnlyThere((at: Page) => at.getByRole("option", { name: "Staff" }), {
      there: owner,
      notHere: clerk,
      settled: clerk.getByRole("option", { name: "Orders" }),
    });
  });
});

describe.skipIf(!hasBrowser)("keyboard shortcuts", () => {
  test("the help shows a clerk no shortcuts to pages of other roles", async ({ open }) => {
    const [owner, clerk] = [await open("/", { role: "owner" }), await open("/", { role: "clerk" })];
    for (const page of [owner, clerk]) {
      await heading(page, "Today").waitFor();
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.press("?");
    }
    const helpOf = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expectOnlyThere((at: Page) => helpOf(at).getByText("Staff", { exact: true }), {
      there: owner,
      notHere: clerk,
      settled: helpOf(clerk).getByText("Orders", { exact: true }),
    });
  });

  test("the help lists the shortcuts, and its switch turns single keys off permanently", async ({ open }) => {
    const page = await open("/", { role: "clerk" });
    await heading(page, "Today").waitFor();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Search and commands").waitFor();
    await help.getByRole("switch", { name: /Single-key shortcuts/ }).click();
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.reload();
    await heading(page, "Today").waitFor();
    await page.keyboard.press("?");
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await page.keyboard.press("Control+k");
    await expectNone(help, page.getByRole("combobox", { name: "Search and commands" }));
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("the first Tab offers to skip the navigation", async ({ open }) => {
    const page = await open("/", { role: "clerk" });
    await heading(page, "Today").waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("link", { name: "Skip to the content" }).waitFor();
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  });
});

describe.skipIf(!hasBrowser)("the frame", () => {
  test("a chosen theme applies before the first paint of the next visit", async ({ open }) => {
    const page = await open("/", { role: "clerk", theme: "light", allow: [/net::ERR_FAILED/] });
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
    // The scripts of the page are blocked, so only theme.js can have set the theme.
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(16, 20, 19)");
  });

  test("a menu opened by a key focuses its first item, and returns the focus", async ({ open }) => {
    const page = await open("/", { role: "clerk" });
    const button = page.getByRole("button", { name: /^Account of/ });
    const focusedRole = () => page.evaluate(() => document.activeElement?.getAttribute("role"));
    for (const key of ["Enter", "ArrowDown"]) {
      await button.press(key);
      await expect.poll(focusedRole).toBe("menuitemradio");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("System");
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      expect(await button.evaluate((element) => document.activeElement === element)).toBe(true);
    }
    await button.click();
    await expect.poll(focusedRole).toBe("menu");
    await page.mouse.click(700, 500);
    await page.getByRole("menu").waitFor({ state: "detached" });
  });

  test("the list of more pages fits a low window, and closes when it loses the focus", async ({ open }) => {
    const page = await open("/orders", { width: 640, height: 320 });
    await navigation(page).getByRole("button", { name: "More" }).click();
    const last = navigation(page).getByRole("link", { name: "My account" });
    await last.focus();
    expect((await last.boundingBox())?.y).toBeLessThan(320 - 56 - 24);
    await page.keyboard.press("Tab");
    await last.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });

  test("each tab of a small phone is large enough for a finger, in the longest words", async ({ open }) => {
    const page = await open("/history", { locale: "de-DE", width: 320, height: 568 });
    const tabs = page.getByRole("navigation", { name: "Hauptnavigation" }).locator("a, button");
    await tabs.getByText("Heute").waitFor();
    const boxes = (await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()))).filter((box) => box !== null);
    expect(boxes.length).toBe(5);
    expect(boxes.filter(({ width, height }) => width < 44 || height < 44)).toEqual([]);
    expect(boxes.filter(({ y, height }) => y + height > 568)).toEqual([]);
  });

  test("a page whose code is still loading shows its outline, and then itself", async ({ open }) => {
    const page = await open("/keys");
    await heading(page, "Keys").waitFor();
    const release = await holdRequests(page, "**/assets/webhooks-page-*.js");
    await navigation(page).getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("status", { name: "Loading…" }).waitFor();
    await expectNone(heading(page, "Keys"), navigation(page));
    release();
    await heading(page, "Webhooks").waitFor();
  });

  test("a part that a deploy has replaced offers a reload, and the rest works", async ({ open }) => {
    const page = await open("/", { role: "clerk", allow: [/status of 404/, /dynamically imported module/] });
    await heading(page, "Today").waitFor();
    await page.route("**/assets/orders-page-*.js", (route) => route.fulfill({ status: 404, body: "" }));
    await navigation(page).getByRole("link", { name: "Orders" }).click();
    await heading(page, "There is a new version").waitFor();
    await page.unroute("**/assets/orders-page-*.js");
    await page.getByRole("button", { name: "Reload" }).first().click();
    await heading(page, "Orders").waitFor();
  });
});
