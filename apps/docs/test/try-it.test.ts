import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { findViolations } from "../../web/test/support/axe.js";
import { hasBrowser, test } from "./support/browser.js";
import { sampleFolder } from "./support/sample-store.js";

const key = inject("docsKey");

const openForm = async (page: Page, summary: string): Promise<Locator> => {
  const form = page.getByRole("form", { name: `Try it out: ${summary}` });
  await page.getByText(`Try it out: ${summary}`).click();
  return form;
};

const send = async (form: Locator, outcome: string | RegExp) => {
  await form.getByRole("button", { name: /^Send / }).click();
  await form.getByRole("status").getByText(outcome).waitFor();
};

const shownBody = async (form: Locator) =>
  JSON.parse(await form.locator("figure", { hasText: /^Body/ }).locator("pre").innerText()) as unknown;

const stored = (page: Page) =>
  page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie, location.search]);

describe.skipIf(!hasBrowser)("Try it out", () => {
  test("creates a pet and lists it with the same key, which is stored nowhere", async ({ open }) => {
    const page = await open("/docs/reference/pets");
    const creating = await openForm(page, "Add an animal");
    await creating.getByLabel(/^API key/).fill(key);
    await creating.getByLabel(/^Body/).fill('{"name": "Tried out", "categoryId": 1}');
    await send(creating, /^201 Created in \d+ ms$/);
    const { id } = (await shownBody(creating)) as { id: number };
    expect(await creating.getByText("location: /v1/pets/").innerText()).toContain(`location: /v1/pets/${id}`);
    expect(await creating.getByText("curl -i -X POST").innerText()).not.toContain(key);
    expect(await findViolations(page)).toEqual([]);

    const listing = await openForm(page, "List all animals");
    await listing.getByLabel(/^id/).fill(`1, ${id}`);
    await send(listing, /^200 OK in \d+ ms$/);
    expect(await shownBody(listing)).toMatchObject([{ id: 1 }, { id, name: "Tried out" }]);
    expect(await stored(page)).toEqual([0, 0, "", ""]);
    await page.reload();
    expect(
      await page
        .getByLabel(/^API key/)
        .first()
        .inputValue(),
    ).toBe("");
  });

  test("shows a refusal with its code, and asks for a missing path parameter before sending", async ({ open }) => {
    const page = await open("/docs/reference/pets", { allow: /status of 401/ });
    const form = await openForm(page, "Delete a pet");
    await send(form, "petId is required.");
    expect(await form.getByLabel(/^petId/).evaluate((input) => input === document.activeElement)).toBe(true);
    await form.getByLabel(/^petId/).fill("1");
    await send(form, /^401 Unauthorized/);
    expect(await shownBody(form)).toMatchObject({ code: "unauthorized", status: 401 });
  });

  test("sends a photo that a person chooses, with the type of the file", async ({ open }) => {
    const page = await open("/docs/reference/photos");
    const form = await openForm(page, "Create a photo of a pet");
    await form.getByLabel(/^API key/).fill(key);
    // The guides upload the same photo to other pets. A pet that has it already would be answered with 200.
    await form.getByLabel(/^petId/).fill("3");
    await send(form, "The file is required.");
    const file = fileURLToPath(new URL("photo.png", sampleFolder));
    await form.getByLabel(/^Body image\/jpeg, image\/png, image\/webp/).setInputFiles(file);
    await send(form, /^201 Created in \d+ ms$/);
    expect(await shownBody(form)).toMatchObject({ petId: 3, width: 320 });
    const command = await form.getByText("curl -i -X POST").innerText();
    expect(command).toContain("-H 'content-type: image/png'");
    expect(command).toContain("--data-binary '@photo.png'");
    expect(await findViolations(page)).toEqual([]);
  });

  test("works with the keyboard alone", async ({ open }) => {
    const page = await open("/docs/reference/inventory");
    await page.getByText("Try it out: ").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await page
      .getByRole("status")
      .getByText(/^200 OK/)
      .waitFor();
  });
});

/** Returns how far the content moved while the page was loaded; 0 is the best. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );

const shownLanguages = (page: Page) =>
  page
    .locator(".samples > [data-language]:visible")
    .evaluateAll((shown) => [...new Set(shown.map((one) => (one as HTMLElement).dataset["language"]))]);

describe.skipIf(!hasBrowser)("the language of the samples", () => {
  const switchOf = (page: Page, summary: string) => page.getByRole("group", { name: `Sample of: ${summary}` });

  test("is curl at first, and changes for all samples without moving the one that was used", async ({ open }) => {
    const page = await open("/docs/reference/pets");
    expect(await shownLanguages(page)).toEqual(["curl"]);
    const chosen = switchOf(page, "Delete a pet");
    await chosen.scrollIntoViewIfNeeded();
    const before = await chosen.boundingBox();
    await chosen.getByRole("radio", { name: "Go" }).check();
    expect(await shownLanguages(page)).toEqual(["go"]);
    expect(await switchOf(page, "Update a pet").getByRole("radio", { name: "Go" }).isChecked()).toBe(true);
    const after = await chosen.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? -9))).toBeLessThan(2);
  });

  test("is remembered on other pages, whose content does not move while they load", async ({ open }) => {
    const page = await open("/docs/reference/orders");
    await switchOf(page, "Get an order").getByRole("radio", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.goto("/docs/reference/customers");
    expect(await shownLanguages(page)).toEqual(["python"]);
    expect(await switchOf(page, "Get a customer").getByRole("radio", { name: "Python" }).isChecked()).toBe(true);
    expect(await layoutShift(page)).toBe(0);
  });

  test("cannot be chosen without scripts: then all languages are shown", async ({ open }) => {
    const page = await open("/docs/reference/inventory", { javaScriptEnabled: false });
    expect(await page.locator(".samples figure:visible").count()).toBe(4);
    expect(await page.locator(".languages").isVisible()).toBe(false);
  });
});

describe.skipIf(!hasBrowser)("finding a page", () => {
  test("filters the index while typing, and keeps the query in the address", async ({ open }) => {
    const page = await open("/docs/find");
    await page.getByRole("searchbox").fill("rate_limited");
    await page.getByRole("status").getByText("2 entries").waitFor();
    expect(new URL(page.url()).search).toBe("?q=rate_limited");
    await page.getByRole("link", { name: "rate_limited" }).first().click();
    await page.waitForURL("**/docs/errors#rate_limited");
    expect(await page.title()).toBe("Errors · Pet Store for developers");
  });

  test("opens and closes the menu of a narrow page with the keyboard", async ({ open }) => {
    const page = await open("/docs", { width: 390, theme: "dark" });
    await page.keyboard.press("Tab");
    expect(await page.getByRole("link", { name: "Skip to the content" }).isVisible()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const navigation = page.getByRole("navigation", { name: "Documentation" });
    await navigation.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await navigation.waitFor({ state: "hidden" });
  });
});
