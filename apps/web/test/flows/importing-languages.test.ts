import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";

const choose = (page: Page, name: string, content: string | Buffer) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });

/** Returns what people read on the page, except data and names: every text of at least three words. */
const sentencesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isSentence = (text: string) => (text.match(/\p{L}{2,}/gu) ?? []).length >= 3;
    const isData = (element: Element) => element.closest("[translate=no], time, script, style, noscript") !== null;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const { parentElement: parent, data } = texts.currentNode as Text;
      if (parent !== null && !isData(parent) && isSentence(data)) found.push(data.trim());
    }
    for (const name of ["aria-label", "placeholder", "title"]) {
      for (const element of document.querySelectorAll(`body [${name}]`)) {
        const value = element.getAttribute(name) ?? "";
        if (!isData(element) && isSentence(value)) found.push(value);
      }
    }
    // The page marks a sentence that it could only show in English.
    for (const element of document.querySelectorAll("body [lang=en]")) found.push(`English: ${element.textContent}`);
    return [...new Set(found)];
  });

type Words = { readonly missing: RegExp; readonly start: RegExp; readonly change: RegExp };

const languages: Readonly<Record<"en-GB" | "de-DE" | "es-ES" | "fr-FR", Words>> = {
  "en-GB": { missing: /Choose a status/, start: /^Add 2 animals/, change: /^Change 1 animal/ },
  "de-DE": { missing: /Wählen Sie .*Status/, start: /^2 Tiere hinzufügen/, change: /^1 Tier ändern/ },
  "es-ES": { missing: /[Ee]lige .*estado/, start: /^Añadir 2 animales/, change: /^Modificar 1 animal/ },
  "fr-FR": { missing: /[Cc]hoisissez .*statut/, start: /^Ajouter 2 animaux/, change: /^Modifier 1 animal/ },
};

const header = "Name;Kind;Outcome;Sex;Born on;Price;Microchip;tag;Other;More";

/** A file with good rows and with a row for each kind of problem. */
const rowsOf = (name: string) =>
  [
    header,
    `${name} A;Dog;weg;m;2020-01-02;5,50;985112000000001;${name}-1;x`,
    `${name} B;Cat;sold;f;2020-01-03;7,50;985112000000002;${name}-2;y`,
    `;Dog;sold;f;2020-01-03;7;;;`,
    `${name} C;Dog;sold;Bub;21/06;abc;;;`,
    `${name} D;Dog;sold;f;2020-02-30;-1;9.85112E+14;;`,
    `${name} E;Dog;sold;f;;1,255;;${name}-2;`,
    `${name} F;99999999999999999999;sold;f;;;;;`,
    `\u200b;Dog;sold;f;;;;;`,
    `${"x".repeat(201)};Dog;sold;f;;;;;`,
    `${name} G;Dog;sold;f;;;;;;;beyond`,
    `${name} H;"Dog" x;sold;f;;;;;`,
    "",
  ].join("\n");

/** Takes a file through each step, and calls `look` at each of them. */
const walk = async (page: Page, words: Words, look: (step: string) => Promise<void>): Promise<void> => {
  const name = unique("Lang");
  const checkButton = page.locator("main button[aria-describedby]").last();
  const check = async () => {
    await checkButton.click();
    await page.locator("main dl").waitFor();
  };
  await page.locator("input[type=file]").waitFor({ state: "attached" });
  await look("no file");
  await choose(page, "cat.csv", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46]));
  await page.getByRole("alert").waitFor();
  await look("no table");
  await choose(page, `${name}.csv`, rowsOf(name));
  await page.getByText(words.missing).first().waitFor();
  await page.getByLabel("Other", { exact: true }).selectOption("name");
  await look("a field twice, and statuses to choose");
  await page.getByLabel("Other", { exact: true }).selectOption("new");
  await page.getByLabel("tag", { exact: true }).selectOption("externalId");
  await page.locator("select[aria-label*=weg]").selectOption("sold");
  await look("a new field");
  await page.getByLabel("Other", { exact: true }).selectOption("");
  await check();
  await look("the problems");
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: words.start }).click();
  await page.locator("main dl").waitFor({ state: "detached" });
  await look("what was added");
  await page.goto("/import");
  await choose(page, `${name}.csv`, `${header}\n${name} Z;Dog;sold;f;2020-01-02;6,50;;${name}-1;x\n`);
  await page.getByLabel("tag", { exact: true }).waitFor();
  await page.getByRole("checkbox").last().check();
  await check();
  await page.getByRole("button", { name: words.change }).waitFor();
  await look("what would change");
};

describe.skipIf(!hasBrowser)("each step of the import", () => {
  test("has no English sentence in another language, and no problem that axe finds", async ({ open }) => {
    const english = new Set<string>();
    const problems: string[] = [];
    for (const [locale, words] of Object.entries(languages)) {
      // One language after the other, because only one import can run at a time.
      // oxlint-disable-next-line no-await-in-loop
      const page = await open("/import", { role: "manager", locale });
      // oxlint-disable-next-line no-await-in-loop
      await walk(page, words, async (step) => {
        const note = (found: readonly string[]) =>
          problems.push(...found.map((problem) => `${locale}, ${step}: ${problem}`));
        const sentences = await sentencesOf(page);
        if (locale === "en-GB") for (const sentence of sentences) english.add(sentence);
        else note(sentences.filter((sentence) => english.has(sentence)));
        note(sentences.filter((sentence) => sentence.startsWith("English: ")));
        note(await findViolations(page));
      });
    }
    expect(problems).toEqual([]);
    // A walk that shows nothing would find no problem either.
    expect(english.size).toBeGreaterThan(30);
  }, 300_000);
});
