import { setTimeout as sleep } from "node:timers/promises";
import { isThere, Missing } from "./hands.mjs";

const names = ["Abel", "Bibi", "Carl", "Dora", "Emil", "Fips", "Gina", "Hans", "Ivan", "Jule", "Kuno", "Lili"];
const NOTE = "Shy, eats well";
const CUSTOMER = "Grace Hopper";

const drawer = (page) => page.locator("[data-drawer]");
const nameField = (page) => drawer(page).getByLabel("Name");
const category = (page) => drawer(page).getByRole("combobox", { name: "Category" });
const noteField = (page) => drawer(page).getByLabel("New note");
const notice = (page, text) => page.getByLabel("Notices").getByText(text);
const inNotice = (page, text, name) =>
  page.getByLabel("Notices").getByRole("dialog").filter({ hasText: text }).getByRole("button", { name });
const photoInput = (page) => drawer(page).locator("input[type=file]:not([capture])");
const camera = (page) => drawer(page).getByText("Take a photo");
const photo = { name: "1.png", mimeType: "image/png" };

/** The pictures differ, because an animal does not take the same picture twice. */
const pictureOf = async (page, width) => ({
  ...photo,
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width, height: 80 } }),
});

/** The name of the last month, such as "October 2026". */
const lastMonth = () => {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth() - 1, 15);
  return new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric" }).format(day);
};

const idsOf = (pets) => pets.map(({ id }) => `id=${id}`).join("&");

const addPets = ({ call }, count, name) =>
  call(
    "POST",
    "/pets/batch",
    Array.from({ length: count }, (_, at) => ({ name: `${name} ${at + 1}`, categoryId: 1 })),
  );

const forSale = [
  ["Wanda", "Xaver", "Yorick"],
  ["Quentin", "Ursula", "Zelda"],
  ["Vincent", "Theodor", "Sabrina"],
];

/** Adds the animals of three sales, and waits until the search finds them. Older stores search the table itself. */
const addForSale = async ({ call }, run) => {
  const pets = await call(
    "POST",
    "/pets/batch",
    forSale[run - 1].map((name) => ({ name, categoryId: 1 })),
  );
  const isFound = ({ id, name }) =>
    call("GET", `/pets?q=${name}`).then(
      (found) => found.some((pet) => pet.id === id),
      () => true,
    );
  for (const pet of pets) while (!(await isFound(pet))) await sleep(200);
  return pets;
};

const watchPrinting = (page) =>
  page.evaluate(() => {
    document.documentElement.removeAttribute("data-printed");
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });

const printed = (page) => page.locator("html[data-printed]").waitFor({ state: "attached", timeout: 30_000 });

/** What the older pages do in three windows of an animal: add it, open it, add the photo and the note. */
const addPhotoAndNoteLater = async ({ page, click, chooseFile, type, press }, name, picture, opener) => {
  await click(inNotice(page, `Added ${name}`, "Open"));
  await chooseFile(drawer(page).getByText(opener), picture);
  await drawer(page).getByText("What the photo shows").waitFor();
  await click(noteField(page));
  await type(NOTE);
  await press("Control+Enter");
  await drawer(page).getByRole("listitem").filter({ hasText: NOTE }).first().waitFor();
};

/** Chooses the customer, who is new in the first sale. */
const chooseCustomer = async ({ page, button, type, press }) => {
  await type(CUSTOMER);
  await page.getByRole("option", { name: CUSTOMER }).first().waitFor();
  await press("Enter");
  await button("Search again").waitFor();
};

const deliver = async ({ page, click }) => {
  await click(drawer(page).getByRole("button", { name: "Approve" }));
  await click(drawer(page).getByRole("button", { name: "Mark delivered" }));
  await click(page.getByRole("alertdialog").getByRole("button", { name: "Mark delivered" }));
  await notice(page, /is delivered$/)
    .last()
    .waitFor();
};

/** Prints a paper of the order that is open, delivers the order and closes it. */
const printAndDeliver = async (hands, paper) => {
  const { page, click, press } = hands;
  await click(drawer(page).getByRole("button", { name: paper }));
  await printed(page);
  await deliver(hands);
  await watchPrinting(page);
  await press("Escape");
  await drawer(page).waitFor({ state: "detached" });
};

/** Opens the form for an order of an animal, and chooses the animal by its name. */
const beginOrder = async ({ page, click, type, press, button }, name) => {
  await click(button("New order"));
  await page.getByRole("dialog", { name: "New order" }).getByRole("combobox", { name: "Animal" }).waitFor();
  await type(name);
  await page.getByRole("option", { name }).first().waitFor();
  await press("Enter");
  await page.getByRole("dialog", { name: "New order" }).locator("input[name=reference]:focus").waitFor();
};

const openPlaced = async ({ page, click }, name) => {
  await click(inNotice(page, `: ${name} is kept for it`, "Open"));
  await drawer(page).getByRole("button", { name: "Approve" }).waitFor();
};

const pick = async ({ page, click, type, press }, label, text, option) => {
  await click(page.locator(`[aria-label^="${label}: "]`));
  await page.locator("input[aria-label^=Search]:focus").waitFor();
  await type(text);
  await page.locator("[role=option][data-highlighted]", { hasText: option }).waitFor();
  await press("Enter");
};

const goTo = ({ page, click }, name) =>
  click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }));

const addCategory = async (hands) => {
  const { click, button, type, press, shows } = hands;
  await goTo(hands, "Categories");
  await click(button("New category"));
  await type("Hedgehog");
  await press("Enter");
  await shows("Hedgehog");
};

const inviteClerk = async (hands) => {
  const { click, button, type, press, page } = hands;
  await goTo(hands, "Staff");
  await click(button("New account"));
  await page.getByRole("dialog").getByLabel("Name").waitFor();
  await type("Kim Lee");
  await press("Tab");
  await type("kim@store.example");
  await press("Enter");
  await click(page.getByRole("dialog").getByRole("button", { name: "Copy" }));
  await click(page.getByRole("dialog").getByRole("button", { name: "Done" }));
};

const addFirstAnimal = async (hands) => {
  const { page, press, type } = hands;
  await goTo(hands, "Animals");
  await page.getByRole("button", { name: "Add an animal" }).first().waitFor();
  await press("n");
  await nameField(page).and(page.locator(":focus")).waitFor();
  await type("Igor");
  await press("Tab");
  await type("hedge");
  await page.getByRole("option", { name: "Hedgehog" }).waitFor();
  await press("Enter", "Control+Enter");
  await notice(page, "Added Igor").waitFor();
};

/** The jobs of a day in a store with 10,000 animals. Each has its own animals. */
export const jobsOfADay = [
  {
    name: "an intake with a photo and a note, of twelve",
    asked: "2 clicks, 20 s",
    path: "/animals",
    each: names.length,
    run: async ({ page, press, type, pressUntil, chooseFileByKeys }, _, run) => {
      const pictures = [];
      for (const at of names.keys()) pictures.push(await pictureOf(page, 90 + 20 * at + run));
      await press("n");
      for (const [at, name] of names.entries()) {
        await nameField(page).and(page.locator(":focus")).waitFor();
        await type(name);
        if (at === 0) {
          await press("Tab");
          await type("dog");
          await page.getByRole("option", { name: "Dog" }).waitFor();
          await press("Enter");
        }
        await pressUntil(photoInput(page), "Shift+Tab");
        await chooseFileByKeys(pictures[at]);
        await pressUntil(noteField(page));
        await type(NOTE);
        await press(at + 1 < names.length ? "Control+Shift+Enter" : "Control+Enter");
        await notice(page, `Added ${name}`).waitFor();
      }
    },
    older: async (hands, _, run) => {
      const { page, press, type } = hands;
      for (const [at, name] of names.entries()) {
        const picture = await pictureOf(page, 90 + 20 * at + run);
        await press("n");
        await nameField(page).and(page.locator(":focus")).waitFor();
        await type(name);
        if (at === 0) {
          await press("Tab");
          await type("dog");
          await page.getByRole("option", { name: "Dog" }).waitFor();
          await press("Enter");
        }
        await press("Control+Enter");
        await addPhotoAndNoteLater(hands, name, picture, "Add photos");
        await press("Escape");
        await drawer(page).waitFor({ state: "detached" });
      }
    },
  },
  {
    name: "an intake on a phone",
    path: "/animals",
    isPhone: true,
    run: async ({ page, click, chooseFile, type, button, shows }, _, run) => {
      const picture = await pictureOf(page, 60 + run);
      await click(button(/^Add/));
      await chooseFile(camera(page), picture);
      await shows("Sent when you save");
      await click(nameField(page));
      await type("Mops");
      await click(category(page));
      await type("dog");
      await click(page.getByRole("option", { name: "Dog" }));
      await click(noteField(page));
      await type(NOTE);
      await click(drawer(page).getByRole("button", { name: "Save", exact: true }));
      await notice(page, "Added Mops").waitFor();
    },
    older: async (hands, _, run) => {
      const { page, click, type, button } = hands;
      const picture = await pictureOf(page, 60 + run);
      await click(button(/^Add/));
      await click(nameField(page));
      await type("Mops");
      await click(category(page));
      await type("dog");
      await click(page.getByRole("option", { name: "Dog" }));
      await click(drawer(page).getByRole("button", { name: "Save", exact: true }));
      await addPhotoAndNoteLater(hands, "Mops", picture, "Take a photo");
    },
  },
  {
    name: "a sale with customer, price, contract and payment, of three",
    path: "/orders",
    each: 3,
    prepare: addForSale,
    run: async (hands, pets) => {
      const { page, click, type, press, pressUntil, button } = hands;
      await watchPrinting(page);
      for (const { name } of pets) {
        await beginOrder(hands, name);
        const form = page.getByRole("dialog", { name: "New order" });
        await pressUntil(form.getByLabel("Price"), "Shift+Tab");
        await type("180");
        await pressUntil(form.getByRole("combobox", { name: "Customer" }));
        await chooseCustomer(hands);
        await click(button("Place order"));
        await openPlaced(hands, name);
        await click(drawer(page).getByRole("button", { name: "Mark as paid" }));
        await pressUntil(drawer(page).getByRole("button", { name: "Save" }));
        await press("Enter");
        await drawer(page)
          .getByText(/^Paid on/)
          .waitFor();
        await printAndDeliver(hands, "Contract");
      }
    },
    lacks: "no price, payment or contract: a price in the note, and a printed order",
    older: async (hands, pets) => {
      const { page, click, type, pressUntil, button } = hands;
      await watchPrinting(page);
      for (const { name } of pets) {
        await beginOrder(hands, name);
        const form = page.getByRole("dialog", { name: "New order" });
        await pressUntil(form.getByRole("combobox", { name: "Customer" }));
        await chooseCustomer(hands);
        await pressUntil(form.getByLabel("Note"));
        await type("180 USD");
        await click(button("Place order"));
        await openPlaced(hands, name);
        await printAndDeliver(hands, "Print");
      }
    },
  },
  {
    name: "a chip found on a phone",
    asked: "2 s",
    path: "/animals",
    isPhone: true,
    prepare: async ({ call }, run) => {
      const chip = `98511200123456${run}`;
      const pet = await call("POST", "/pets", { name: `Chipped ${run}`, categoryId: 1 });
      await call("PATCH", `/pets/${pet.id}/profile`, { attributes: { microchip: chip } });
      return { chip, name: pet.name };
    },
    run: async ({ page, click, type }, { chip, name }) => {
      await click(page.locator("[role=search] input"));
      await type(chip);
      const found = page.getByRole("option", { name }).or(page.locator("[data-row]", { hasText: name }));
      if (!(await isThere(found, 10_000))) throw new Missing("the search does not find chips");
    },
    lacks: "no search for chips: the filter by a field",
    older: async ({ page, click, choose, type, press }, { chip, name }) => {
      await click(page.getByRole("button", { name: "Filter by a field" }));
      await choose(page.getByRole("dialog").getByLabel("Field"), { label: "Microchip" });
      await press("Tab");
      await type(chip);
      await click(page.getByRole("dialog").getByRole("button", { name: "Apply" }));
      await page.locator("[data-row]", { hasText: name }).first().waitFor();
    },
  },
  {
    name: "a change of 50 animals, undone",
    path: (pets) => `/animals?${idsOf(pets)}`,
    prepare: (on, run) => addPets(on, 50, `Bulk ${run}`),
    run: async ({ page, click, button, item, shows }) => {
      await click(page.getByRole("checkbox", { name: "Select all on this page" }));
      await click(button("Change status"));
      await click(item("Sold"));
      await click(button(/^Change \d+ animals$/));
      await shows(/^Marked \d+ animals as sold/);
      await click(inNotice(page, "as sold", "Undo"));
      await page.getByRole("group", { name: "Status" }).getByText("Available").first().waitFor();
      await shows(/put back|available again|as (they|it) (were|was)/i);
    },
  },
  {
    name: "cage cards of 12 animals",
    path: (pets) => `/animals?${idsOf(pets)}`,
    prepare: (on, run) => addPets(on, 12, `Card ${run}`),
    run: async ({ page, click, button, shows }) => {
      await click(page.getByRole("checkbox", { name: "Select all on this page" }));
      await click(button("Print cage cards"));
      await shows(/12 cards on/);
      await watchPrinting(page);
      await click(button("Print"));
      await printed(page);
    },
  },
  {
    name: "last month's numbers",
    asked: "2 clicks",
    path: "/",
    run: async (hands) => {
      const { page, click, button, shows } = hands;
      await goTo(hands, "Report");
      await click(button("Previous month"));
      await shows(lastMonth());
      await page.waitForFunction(() => document.querySelector("[data-loading], .animate-pulse") === null);
    },
    older: "Today counts the last 30 days, without money",
  },
  {
    name: "last month's numbers as CSV",
    path: "/",
    run: async (hands) => {
      const { page, click, button } = hands;
      await goTo(hands, "Report");
      await click(button("Previous month"));
      await page.waitForURL(/month=/);
      const download = page.waitForEvent("download");
      await click(button("Save as CSV"));
      await (await download).path();
    },
    older: "there is no report",
  },
  {
    name: "the first day of an owner",
    path: "/",
    isFirstDay: true,
    run: async (hands) => {
      const { page, click, chooseFile, type, button, shows } = hands;
      const logo = { ...(await pictureOf(page, 300)), name: "logo.png" };
      await click(page.getByRole("link", { name: "Give your store its name" }));
      await click(page.getByRole("textbox", { name: "Name" }));
      await type("Second Chance");
      await chooseFile(page.getByText("Choose a picture").or(page.locator("label:has(input[type=file])")), logo);
      await page.getByRole("img", { name: "Logo" }).waitFor();
      await pick(hands, "Time zone", "Berlin", "Berlin");
      await pick(hands, "Currency", "EUR", "Euro");
      await click(button("Save"));
      await shows("Saved the settings of the store");
      await goTo(hands, "Today");
      await click(button("Clear…"));
      await click(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await addCategory(hands);
      await inviteClerk(hands);
      await addFirstAnimal(hands);
    },
    lacks: "no name, logo, time zone or currency of the store",
    older: async (hands) => {
      const { page, click, button, shows } = hands;
      await goTo(hands, "Animals");
      await page.locator("[data-row]").first().waitFor();
      await click(page.getByRole("checkbox", { name: "Select all on this page" }));
      await click(button("Delete"));
      await click(button(/^Delete \d+ animals$/));
      await shows(/^Deleted \d+ animals/);
      await addCategory(hands);
      await inviteClerk(hands);
      await addFirstAnimal(hands);
    },
  },
];
