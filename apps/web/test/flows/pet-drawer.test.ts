import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { holdRequests } from "../support/hold-requests.js";
import { addCategory, addPet, countNamed, drawer, nameField, notice, readPet } from "../support/pet-drawer.js";

describe.skipIf(!hasBrowser)("an animal's drawer", () => {
  test("does not mention unsaved changes after they were saved", async ({ open, api }) => {
    const pet = await addPet(api);
    const renamed = unique("Luna II");
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`);
    await nameField(page).fill(renamed);
    await page.keyboard.press("Escape");
    const kept = notice(page, `Your changes to ${pet.name} are kept, not saved`);
    await kept.waitFor();
    await page.getByRole("link", { name: pet.name }).click();
    await drawer(page).getByRole("button", { name: "Save", exact: true }).click();
    await notice(page, `Saved ${renamed}`).waitFor();
    // The time-out is below the 8 s after which the notice would close anyway.
    await kept.waitFor({ state: "detached", timeout: 4_000 });
  });

  test("a drawer that is closed while it saves reports the outcome and no unsaved changes", async ({ open, api }) => {
    const pet = await addPet(api);
    const renamed = unique("Luna III");
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`);
    const release = await holdRequests(page, "**/v1/pets/changes?*");
    await nameField(page).fill(renamed);
    await drawer(page).getByRole("button", { name: "Save", exact: true }).click();
    await drawer(page).getByText("Saving…").waitFor();
    await page.keyboard.press("Escape");
    // Counts the notice before the save ends, because the end of the save would close it.
    const kept = notice(page, `Your changes to ${pet.name} are kept, not saved`);
    await drawer(page).waitFor({ state: "detached" });
    expect(await kept.count()).toBe(0);
    release();
    await expectNone(kept, notice(page, `Saved ${renamed}`));
  });

  test("does not mention unsaved changes after the animal was added", async ({ open }) => {
    const [first, second] = [unique("Ada"), unique("Ada")];
    const page = await open("/animals?new=true");
    await nameField(page).fill(first);
    await page.keyboard.press("Escape");
    await notice(page, "What you typed is kept, not saved").waitFor();
    await page.keyboard.press("n");
    await drawer(page).getByText("It is not saved yet.", { exact: false }).waitFor();
    await drawer(page).getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => nameField(page).inputValue()).toBe("");
    await nameField(page).fill(second);
    await drawer(page).getByRole("combobox", { name: "Category" }).click();
    await page.getByRole("listbox").getByRole("option").first().click();
    await drawer(page).getByRole("button", { name: "Save and add another" }).click();
    await notice(page, `Added ${second}`).waitFor();
    // The notice fades. The time-out is below the 8 s after which it would close anyway.
    await expect.poll(() => page.getByText("not saved", { exact: false }).count(), { timeout: 4_000 }).toBe(0);
  });

  test("adds only one animal if the response is lost and Save is pressed again", async ({ open, api }) => {
    const name = unique("Once");
    await addCategory(api);
    const page = await open("/animals?new=true", { allow: [/ERR_CONNECTION_FAILED|ERR_FAILED/] });
    await page.route("**/v1/pets", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      return route.abort("connectionfailed");
    });
    await nameField(page).fill(name);
    await drawer(page).getByRole("combobox").click();
    await page.getByRole("listbox").getByRole("option").first().click();
    await drawer(page).getByRole("button", { name: "Save", exact: true }).click();
    await drawer(page).getByText("What you typed is kept").waitFor();
    await page.keyboard.press("Escape");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Add an animal" }).click();
    expect(await nameField(page).inputValue()).toBe(name);
    await drawer(page).getByRole("button", { name: "Save", exact: true }).click();
    await notice(page, `Added ${name}`).waitFor();
    expect(await countNamed(api, name)).toBe(1);
  });

  test("keeps typed text over another person's change, and asks field by field", async ({ open, api }) => {
    const pet = await addPet(api);
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`, { isDeaf: true });
    await nameField(page).fill(`${pet.name} mine`);
    await api.pets.updatePet({ params: { petId: pet.id }, body: { name: `${pet.name} theirs`, status: "pending" } });
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: `(animal ${pet.id}) has changed since you saw it` });
    await dialog.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await drawer(page).getByText("Somebody changed this animal while you were typing.").waitFor();
    expect(await nameField(page).inputValue()).toBe(`${pet.name} mine`);
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("button", { name: "Save" }).click();
    await notice(page, `Saved ${pet.name} mine`).waitFor();
    expect(await readPet(api, pet.id)).toMatchObject({ name: `${pet.name} mine`, status: "pending" });
    await drawer(page).waitFor({ state: "detached" });
    await page.goto(`/animals?open=${pet.id}`);
    await nameField(page).fill("Given up");
    await api.pets.updatePet({ params: { petId: pet.id }, body: { name: `${pet.name} again theirs` } });
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("button", { name: "Keep as it is now" }).click();
    // The person has decided about the typed text, so it is no longer a draft.
    await drawer(page).waitFor({ state: "detached" });
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Given up");
  });

  test("restores an animal that somebody else deleted, with the typed text", async ({ open, api }) => {
    const pet = await addPet(api);
    const page = await open(`/animals?open=${pet.id}`, { allow: [/status of 404/], isDeaf: true });
    await nameField(page).fill("Phoenix");
    await api.pets.deletePet({ params: { petId: pet.id } });
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: `(animal ${pet.id}) was deleted` });
    await dialog.getByRole("button", { name: "Bring it back as you want it" }).click();
    await notice(page, "Saved Phoenix").waitFor();
    expect(await readPet(api, pet.id)).toEqual({ ...pet, name: "Phoenix" });
    await api.pets.deletePet({ params: { petId: pet.id } });
    await page.goto(`/animals?open=${pet.id}`);
    await drawer(page).getByText("This animal was deleted").waitFor();
    await drawer(page).getByRole("button", { name: "Bring it back" }).click();
    await notice(page, "Brought back Phoenix").waitFor();
    await expect.poll(() => nameField(page).inputValue()).toBe("Phoenix");
  });

  test("shows only the orders and history of the animal to which the person steps", async ({ open, api }) => {
    const [first, second] = [await addPet(api), await addPet(api)];
    const reference = unique("PO");
    await api.orders.createOrder({ body: { petId: first.id, reference } });
    const page = await open(`/animals?id=${first.id}&id=${second.id}&open=${first.id}`);
    await drawer(page).getByText(reference).waitFor();
    const change = drawer(page).getByText("Status:", { exact: true });
    await change.waitFor();
    await page.keyboard.press("]");
    // The time-out is below the 15 s after which the drawer polls.
    await drawer(page).getByText("Nobody has ordered this animal.").waitFor({ timeout: 5_000 });
    await drawer(page).getByText("Added", { exact: true }).waitFor();
    await change.waitFor({ state: "detached", timeout: 5_000 });
    expect(await drawer(page).getByText(reference).count()).toBe(0);
  });

  test("keeps typed text for the animal, and does not show it for the next one", async ({ open, api }) => {
    const [first, second] = [await addPet(api), await addPet(api)];
    const page = await open(`/animals?id=${first.id}&id=${second.id}&open=${first.id}`);
    await nameField(page).fill("For the first alone");
    await drawer(page).getByRole("button", { name: "Next animal" }).click();
    await expect.poll(() => nameField(page).inputValue()).toBe(second.name);
    await drawer(page).getByRole("button", { name: "Previous animal" }).click();
    await expect.poll(() => nameField(page).inputValue()).toBe("For the first alone");
  });

  test("keeps typed text for an animal that an order reserves", async ({ open, api }) => {
    const pet = await addPet(api);
    await api.orders.createOrder({ body: { petId: pet.id, reference: "PO-8" } });
    const page = await open("/account");
    // The page does not know the order yet.
    await page.route("**/v1/orders?*", (route) => route.fulfill({ json: [] }));
    await page.goto(`/animals?open=${pet.id}`);
    await nameField(page).fill("For later");
    await drawer(page).getByText("Sold", { exact: true }).click();
    await drawer(page).getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `(animal ${pet.id})` });
    await dialog.locator("button", { hasText: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await nameField(page).inputValue()).toBe("For later");
    expect(await readPet(api, pet.id)).toMatchObject({ name: pet.name, status: "pending" });
  });

  test("uses a category that somebody else has added under the same name", async ({ open, api }) => {
    const [name, kind] = [unique("Ada"), unique("Ferrets")];
    const page = await open("/animals?new=true", { allow: [/status of 409/], isDeaf: true });
    await nameField(page).fill(name);
    const category = drawer(page).getByRole("combobox", { name: "Category" });
    await category.click();
    await page.getByRole("listbox").getByRole("option").first().waitFor();
    await page.keyboard.type(kind);
    await page.getByText(`Add the category “${kind}”`).waitFor();
    await api.categories.createCategory({ body: { name: kind.toUpperCase() } });
    await page.keyboard.press("Enter");
    await category.filter({ hasText: kind.toUpperCase() }).waitFor();
    await expectNone(page.getByLabel("Notices").getByText("That did not work"), category);
  });
});
