import { describe, expect } from "vitest";
import type { Page } from "playwright-core";
import { hasBrowser, test, unique } from "../support/browser.js";
import { forgetProof } from "../support/database.js";
import { createPerson, openAs } from "../support/people.js";
import { addPet, placeOrder } from "../support/rows.js";

const shot = (page: Page, name: string) => page.screenshot({ path: `/tmp/c-shots/${name}.png` });
const focusOf = (page: Page) => page.evaluate(() => {
  const e = document.activeElement as HTMLElement | null;
  if (!e) return "none";
  const r = e.getBoundingClientRect();
  return `${e.tagName} ${(e.getAttribute("aria-label") ?? e.textContent ?? "").slice(0, 40)} [${e.getAttribute("name") ?? ""}] ${Math.round(r.top)}..${Math.round(r.bottom)}`;
});

describe("shots", () => {
  for (const width of [390, 1440]) {
    test(`drawer ${width}`, async ({ open, api }) => {
      const pet = await addPet(api, { name: "Luna the very long-named Labrador" });
      await placeOrder(api, pet.id, "PO 7");
      await api.notes.createNote({ params: { petId: pet.id }, body: { text: "Bites when hungry", isWarning: true } });
      const page = await open(`/animals?id=${pet.id}&open=${pet.id}`, { width, height: width === 390 ? 844 : 900 });
      await page.locator("[data-drawer]").getByLabel("Name").waitFor();
      await page.waitForTimeout(1500);
      await shot(page, `drawer-${width}`);
      const seen: string[] = [];
      for (let i = 0; i < 45; i += 1) {
        await page.keyboard.press("Tab");
        seen.push(await focusOf(page));
      }
      console.log(`TAB ${width}\n${seen.join("\n")}`);
      await shot(page, `drawer-tabbed-${width}`);
      await page.locator("[data-drawer]").getByLabel("Name").focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("Luna II");
      await page.locator("[data-drawer]").getByLabel("New note").focus();
      await page.keyboard.type("Prefers wet food");
      await page.waitForTimeout(300);
      await shot(page, `drawer-typed-${width}`);
      await page.keyboard.press("Control+Enter");
      await page.waitForTimeout(1000);
      await shot(page, `drawer-saved-note-${width}`);
      await page.locator("[data-drawer]").getByLabel("Name").focus();
      await page.keyboard.press("Control+Enter");
      await page.waitForTimeout(1200);
      await shot(page, `drawer-saved-${width}`);
      console.log("focus after save", await focusOf(page));
    });
    test(`history ${width}`, async ({ open, api }) => {
      const pets = await Promise.all([1, 2, 3].map(() => addPet(api)));
      const f = ({ id: _, ...rest }: any) => rest;
      await api.pets.changePets({ query: {}, body: pets.map((p) => ({ id: p.id, from: f(p), to: { ...f(p), status: "sold" as const } })), headers: { "action-key": crypto.randomUUID() } });
      await api.pets.updatePet({ params: { petId: pets[0]!.id }, body: { name: "Rexina the third of her name and then some" } });
      const category = await api.categories.createCategory({ body: { name: unique("Kind of a very long-named category") } });
      await api.store.updateStore?.({ body: {} } as never).catch(() => undefined);
      const page = await open("/history", { width, height: width === 390 ? 844 : 900, role: "manager" });
      await page.locator("[data-row]").nth(3).waitFor();
      await page.waitForTimeout(800);
      await shot(page, `history-${width}`);
      const all = page.locator("[data-row]", { hasText: "marked 3 animals sold" }).first();
      await all.getByRole("button", { name: /^Undo all/ }).click();
      await page.waitForTimeout(150);
      await shot(page, `history-undoing-${width}`);
      await page.waitForTimeout(1200);
      await shot(page, `history-undone-${width}`);
      await all.getByRole("button", { name: /^Before and after/ }).click();
      await page.waitForTimeout(800);
      await shot(page, `history-open-${width}`);
    });
    test(`proof ${width}`, async ({ open }) => {
      const person = await createPerson("clerk");
      const owner = await createPerson("owner", "Olive");
      const page = await openAs(open, owner, `/staff?searchValue=${person.email}`, { width, height: width === 390 ? 844 : 900, allow: [/status of 40[03]/] });
      await page.getByRole("link", { name: `Account of ${person.name}` }).click();
      const drawer = page.locator("[data-drawer]");
      await drawer.getByLabel("Role").selectOption("manager");
      await forgetProof(owner.email);
      await drawer.getByRole("button", { name: "Change role" }).click();
      const question = page.getByRole("dialog", { name: "Is it still you?" });
      await question.locator("input[name=password]:focus").waitFor();
      await page.waitForTimeout(500);
      await shot(page, `proof-${width}`);
      await page.keyboard.type("not the password");
      await page.keyboard.press("Enter");
      await page.waitForTimeout(700);
      await shot(page, `proof-wrong-${width}`);
      const seen: string[] = [];
      for (let i = 0; i < 8; i += 1) { await page.keyboard.press("Tab"); seen.push(await focusOf(page)); }
      console.log(`PROOF TAB ${width}\n${seen.join("\n")}`);
      await page.keyboard.press("Escape");
      await page.waitForTimeout(400);
      console.log("focus after cancel", await focusOf(page));
      await shot(page, `proof-cancelled-${width}`);
    });
    test(`order ${width}`, async ({ open, api }) => {
      const pet = await addPet(api, { name: "Luna" });
      const order = await placeOrder(api, pet.id, "PO 9", { customer: { name: "Ada Lovelace", email: `${crypto.randomUUID()}@example.org` } });
      const page = await open(`/orders?open=${order.id}`, { width, height: width === 390 ? 844 : 900 });
      await page.locator("[data-drawer]").getByRole("button", { name: "Add note" }).click();
      await page.locator("[data-drawer]").getByRole("textbox", { name: "Note" }).fill("Rings first");
      await page.waitForTimeout(500);
      await shot(page, `order-${width}`);
      await page.locator("[data-drawer]").getByRole("button", { name: "Close" }).first().click();
      await page.waitForTimeout(500);
      await shot(page, `order-closed-${width}`);
    });
  }
});
