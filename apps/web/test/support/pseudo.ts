import type { Page } from "playwright-core";

export { accented } from "../../src/texts/pseudo.js";

/**
 * Returns every text on an `en-XA` page that comes from no catalogue. It is not in ⟦brackets⟧, is not marked as data,
 * is not a time, and is not a sentence of the service or the contract, which is marked by its `lang`.
 */
export const findUntranslated = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isText = (text: string) => {
      let depth = 0;
      let outside = "";
      for (const character of text) {
        if (character === "⟦") depth += 1;
        if (depth === 0) outside += character;
        if (character === "⟧") depth -= 1;
      }
      return /\p{L}/u.test(outside);
    };
    const isData = (element: Element) =>
      element.closest("[translate=no], body [lang], time, script, style, noscript") !== null;
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const { parentElement: parent, data } = texts.currentNode as Text;
      if (parent !== null && !isData(parent) && isText(data)) found.add(data.trim());
    }
    for (const name of ["aria-label", "aria-description", "aria-roledescription", "placeholder", "title", "alt"]) {
      for (const element of document.querySelectorAll(`body [${name}]`)) {
        const value = element.getAttribute(name) ?? "";
        if (!isData(element) && isText(value)) found.add(`${name}: ${value}`);
      }
    }
    return [...found];
  });

/**
 * Turns the pseudo-locale on the page into English, because axe compares texts with names: "Approve" with "Approve
 * order 7".
 */
export const showEnglish = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const plain = (text: string) => text.normalize("NFD").replace(/[⟦⟧]|\p{M}/gu, "");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const node = texts.currentNode as Text;
      if (node.data.includes("⟦")) node.data = plain(node.data);
    }
    for (const element of document.querySelectorAll("[aria-label*='⟦']")) {
      element.setAttribute("aria-label", plain(element.getAttribute("aria-label") ?? ""));
    }
  });
