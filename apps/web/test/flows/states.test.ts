import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { contrast } from "../support/colours.js";
import { isMarked, lookOf, modesWithout } from "../support/looks.js";
import { addPet, placeOrder } from "../support/rows.js";

/** Tells whether the first control is marked and the other is not. */
const isTold = async (on: Locator, off: Locator) => isMarked(await lookOf(on)) && !isMarked(await lookOf(off));

describe.skipIf(!hasBrowser)("in both themes and in forced colours", () => {
  test("the link of this page stands out", async ({ open }) => {
    const page = await open("/account");
    const links = page.getByRole("navigation", { name: "Main" });
    const [here, there] = [
      links.getByRole("link", { name: "My account" }),
      links.getByRole("link", { name: "Orders" }),
    ];
    expect(await modesWithout(page, () => isTold(here, there))).toEqual([]);
  });

  test("the chosen segment stands out", async ({ open }) => {
    const page = await open("/animals?status=sold");
    const group = page.getByRole("group", { name: "Status" });
    const [on, off] = [group.locator("label", { hasText: "Sold" }), group.locator("label", { hasText: "Pending" })];
    expect(await modesWithout(page, () => isTold(on, off))).toEqual([]);
  });

  test("the chosen kind of orders stands out", async ({ open }) => {
    const page = await open("/orders");
    const links = page.getByRole("navigation", { name: "Show" }).getByRole("link");
    await links.first().waitFor();
    const [on, off] = [links.and(page.locator("[aria-current=page]")), links.last()];
    expect(await modesWithout(page, () => isTold(on, off))).toEqual([]);
  });

  test("a reserved animal's status looks unchangeable", async ({ open, api }) => {
    const [free, reserved] = await Promise.all([addPet(api, { status: "pending" }), addPet(api)]);
    await placeOrder(api, reserved.id);
    const openPet = async (id: number) => {
      const page = await open(`/animals?id=${id}&open=${id}`);
      const labels = page.getByRole("dialog").getByRole("group", { name: "Status" }).locator("label");
      await labels.first().waitFor();
      return { page, on: labels.filter({ hasText: "Pending" }), off: labels.filter({ hasText: "Sold" }) };
    };
    const [enabled, disabled] = [await openPet(free.id), await openPet(reserved.id)];
    expect(await modesWithout(enabled.page, () => isTold(enabled.on, enabled.off))).toEqual([]);
    expect(await modesWithout(disabled.page, () => isTold(disabled.on, disabled.off))).toEqual([]);
    const differs = (one: Locator, other: Locator) => async () =>
      JSON.stringify(await lookOf(one)) !== JSON.stringify(await lookOf(other));
    for (const state of ["on", "off"] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const same = await modesWithout(disabled.page, async () => {
        const media = await disabled.page.evaluate(() => ({
          colorScheme: matchMedia("(prefers-color-scheme: dark)").matches ? ("dark" as const) : ("light" as const),
          forcedColors: matchMedia("(forced-colors: active)").matches ? ("active" as const) : ("none" as const),
        }));
        await enabled.page.emulateMedia(media);
        return differs(enabled[state], disabled[state])();
      });
      expect(same).toEqual([]);
    }
  });

  test("the highlighted and the checked menu items stand out", async ({ open }) => {
    const page = await open("/account");
    await page.getByRole("button", { name: /^Account of/ }).focus();
    await page.keyboard.press("Enter");
    const items = page.getByRole("menu").locator("[role^=menuitem]");
    const [on, off] = [items.and(page.locator("[data-highlighted]")), items.last()];
    await on.waitFor();
    expect(await modesWithout(page, () => isTold(on, off))).toEqual([]);
    const dot = page.getByRole("menuitemradio", { checked: true }).locator("span > span");
    expect(await modesWithout(page, async () => isMarked(await lookOf(dot)))).toEqual([]);
  });

  test("a switch shows whether it is on", async ({ open }) => {
    const page = await open("/history");
    const control = page.getByRole("switch");
    const thumb = control.locator("span").first();
    const fills = async () => {
      const { fill, ground } = await lookOf(thumb);
      return contrast(fill, ground) >= 3;
    };
    expect(await modesWithout(page, fills)).toEqual([]);
    const off = await thumb.boundingBox();
    await control.click();
    await control.and(page.locator("[data-checked]")).waitFor();
    expect(await modesWithout(page, fills)).toEqual([]);
    await expect.poll(async () => ((await thumb.boundingBox())?.x ?? 0) - (off?.x ?? 0)).toBeGreaterThan(10);
  });

  test("the button that shares a view shows if it is pressed", async ({ open, api }) => {
    const [shared, own] = [unique("Shared"), unique("Own")];
    for (const name of [shared, own]) {
      // oxlint-disable-next-line no-await-in-loop
      await api.views.putView({ params: { name }, body: { query: { q: name }, isShared: name === shared } });
    }
    const page = await open("/animals");
    await page.getByRole("button", { name: /^Views/ }).click();
    await page.getByRole("menuitem", { name: "Manage" }).click();
    const share = (name: string) => page.getByRole("button", { name: `Share “${name}” with all staff` });
    expect(await modesWithout(page, () => isTold(share(shared), share(own)))).toEqual([]);
  });
});
