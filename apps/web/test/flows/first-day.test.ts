import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test } from "../support/browser.js";
import { addPet, type Api } from "../support/rows.js";

const list = (page: Page, title = "Your first day") => page.getByRole("region", { name: title });

/** Says that these animals are the sample of a first start. Other tests have imports of their own. */
const fakeSample = async (page: Page, ids: readonly number[]) => {
  const after = { source: "sample", firstPetId: Math.min(...ids), lastPetId: Math.max(...ids) };
  await page.route("**/v1/history?action=catalogue.import*", (route) => route.fulfill({ json: [{ after }] }));
  // The history of this store has the creation of these animals, as that of a real one has not.
  await page.route("**/v1/history?subject=*", (route) => route.fulfill({ json: [] }));
};

const addSamples = async (api: Api) => {
  const first = await addPet(api);
  return [first, await addPet(api)] as const;
};

describe.skipIf(!hasBrowser)("the first day", () => {
  test("links to each task, and stays hidden in this browser once it is closed", async ({ open }) => {
    const page = await open("/", { role: "manager" });
    await list(page).getByRole("link", { name: "Give your store its name" }).click();
    await page.waitForURL("**/store");
    await page.goto("/");
    await list(page).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await list(page).getByRole("button", { name: "Hide this list" }).click();
    await page.reload();
    await expectNone(list(page), page.getByRole("heading", { name: "Today" }));
  });

  test("clears the sample after it has said how many animals that are, and brings them back", async ({ open, api }) => {
    const samples = await addSamples(api);
    const page = await open("/account", { role: "manager" });
    await fakeSample(
      page,
      samples.map(({ id }) => id),
    );
    const namesNow = async () => {
      const { body } = await api.pets.listPets({ query: { id: samples.map(({ id }) => id) } });
      return (body as readonly { readonly name: string }[]).map(({ name }) => name).toSorted();
    };
    await page.goto("/");
    await list(page).getByRole("button", { name: "Clear…" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(/^Delete \d+ animals of the sample\?$/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect.poll(namesNow).toEqual([]);
    await page.getByLabel("Notices").getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(namesNow).toEqual(samples.map(({ name }) => name).toSorted());
  });

  test("offers a German page to translate the fields, and a clerk nothing", async ({ open }) => {
    const page = await open("/", { role: "manager", locale: "de-DE" });
    await list(page, "Ihr erster Tag").getByText("Übersetzen Sie die Felder ins Deutsche").waitFor();
    const other = await open("/", { role: "clerk" });
    await expectNone(list(other), other.getByRole("heading", { name: "Recent changes" }));
  });
});
