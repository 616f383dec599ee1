import { isThere, Missing } from "./hands.mjs";
import { csvOfAnimals, importAnimals } from "./sample-store.mjs";

const IN_STORE = 100_000;
const IN_BULK = 29_658;
const numbers = new Intl.NumberFormat("en");

const search = (page) => page.locator("[role=search] input");

/** Imports what is missing to the number of animals of a job. */
const upTo =
  (count, name = "Luna") =>
  async ({ address, key, store }) => {
    if (count > store.animals) await importAnimals(address, key, count - store.animals, name);
    store.animals = Math.max(store.animals, count);
  };

/** The jobs of large stores. The store grows from job to job, and each job is done once. */
export const jobsOfLargeStores = [
  {
    name: "import 10,000",
    path: "/import",
    prepare: ({ store }) => {
      store.animals += 10_000;
    },
    run: async ({ page, done, click, button, shows }) => {
      done.clicks += 1;
      const file = { name: "arrivals.csv", mimeType: "text/csv", buffer: Buffer.from(csvOfAnimals(10_000)) };
      await page.locator("input[type=file]").setInputFiles(file);
      await click(button("Check the file"));
      await click(button("Add 10,000 animals"));
      await shows("Added 10,000 animals");
    },
  },
  {
    name: "select 200 and change them",
    prepare: upTo(10_000),
    path: "/animals",
    run: async ({ page, click, choose, button, item, shows }) => {
      await choose(page.getByLabel("Animals on a page"), "100");
      await page.getByText("1 to 100 of").waitFor();
      const all = page.getByRole("checkbox", { name: "Select all on this page" });
      await click(all);
      await click(button("Next page"));
      await page.getByText("101 to 200").waitFor();
      await click(all);
      await shows("200 selected");
      await click(button("Change status"));
      await click(item("Pending"));
      await click(button(/^Change \d+ animals$/));
      await shows(/^Marked \d+ animals as pending/);
    },
  },
  {
    name: "page 100",
    prepare: upTo(10_000),
    path: "/animals",
    run: async ({ page, click, type, press, shows }) => {
      await click(page.getByRole("textbox", { name: "Page", exact: true }));
      await press("Control+a");
      await type("100");
      await press("Enter");
      await shows("4,951 to 5,000 of");
    },
  },
  {
    name: `find one in ${numbers.format(IN_STORE)}`,
    prepare: upTo(IN_STORE),
    path: "/animals",
    run: async ({ page, click, type }) => {
      await click(search(page));
      await type("luna 54321");
      await page.getByText("1 animal", { exact: true }).waitFor();
    },
  },
  {
    name: `page 1,500 of ${numbers.format(IN_STORE)}`,
    path: "/animals",
    run: async ({ page, click, type, press, shows }) => {
      await click(page.getByRole("textbox", { name: "Page", exact: true }));
      await press("Control+a");
      await type("1500");
      await press("Enter");
      await shows("74,951 to 75,000 of");
    },
  },
  {
    name: "what Chris did, in History",
    prepare: async ({ callAsClerk }) => callAsClerk("POST", "/pets", { name: "Kim", categoryId: 1 }),
    path: "/history",
    run: async ({ page, click, type }) => {
      await click(page.getByLabel("Who", { exact: true }));
      await type("chris");
      await click(page.getByRole("option", { name: "Chris" }));
      await page.waitForURL(/actor=account/);
      await page.locator("[data-row]", { hasText: "Kim" }).first().waitFor();
    },
  },
  {
    name: `change ${numbers.format(IN_BULK)}`,
    prepare: upTo(IN_STORE + IN_BULK, "Many"),
    path: "/animals?q=many",
    run: async ({ page, click, button, item, shows }) => {
      await page.getByRole("checkbox", { name: "Select all on this page" }).waitFor();
      await click(page.getByRole("checkbox", { name: "Select all on this page" }));
      await click(button(/^Select all [\d,]+ that match$/));
      await click(button("Change status"));
      await click(item("Sold"));
      const change = button(/^Change [\d,]+ animals$/);
      await change.waitFor({ timeout: 60_000 });
      await click(change);
      await shows(/^Marked [\d,]+ animals as sold/);
    },
  },
  {
    name: "undo that after a reload",
    path: "/history",
    run: async ({ page, click, button, shows }) => {
      if (!(await isThere(button(/^Undo all/)))) throw new Missing("History has a row for each animal");
      await click(button(/^Undo all/));
      if (await isThere(page.getByRole("alertdialog"), 1_000))
        await click(page.getByRole("alertdialog").getByRole("button", { name: /^Undo/ }));
      await shows(/put back|available again/i);
    },
  },
];
