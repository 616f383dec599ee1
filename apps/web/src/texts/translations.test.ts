import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { t } from ".";
import { actions } from "./actions";
import type { Texts } from "./catalogue";
import { customerPage } from "./customer-page";
import { customers } from "./customers";
import * as de from "./de";
import * as es from "./es";
import { failures } from "./failures";
import { filtering } from "./filtering";
import { finding } from "./finding";
import { firstDay } from "./first-day";
import * as fr from "./fr";
import { importing } from "./importing";
import { listColumns } from "./list-columns";
import { pseudo } from "./pseudo";
import { report } from "./report";
import { rowProblems } from "./row-problems";
import { rules } from "./rules";
import { sale } from "./sale";
import { savedViews } from "./saved-views";
import { storePage } from "./store-page";
import { usualPage } from "./usual-page";
import { webhooks } from "./webhooks";

const english = {
  ...t,
  actions,
  customerPage,
  customers,
  failures,
  filtering,
  finding,
  firstDay,
  importing,
  listColumns,
  report,
  rowProblems,
  rules,
  sale,
  savedViews,
  storePage,
  usualPage,
  webhooks,
};
type Leaf = readonly [path: string, text: string];

/** Lists every text with its path. A text that contains a value is represented by its source code. */
const leavesOf = (texts: Texts, path = ""): readonly Leaf[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "object" ? leavesOf(text, `${path}${name}.`) : [[path + name, String(text)] as const],
  );

/** Names, and words that are the same in the other language. */
const shared = {
  de: "Pet Store Filter optional System Import Name Status Excel Numbers LibreOffice Uploads Board Webhooks Text Browser Operation Option Passkeys Person Code TypeScript Python UTF Windows Problem Ctrl Bella Kim Park Logo",
  fr: "Pet Store Pages Menu animal Animal mail Page Action Actions Excel Numbers LibreOffice Note Notes Photo Photos Signature Webhooks Option Options Suggestions Public Date Invitation TypeScript Python UTF Windows Ctrl Bella Description Long Kim Park Logo",
  es: "Pet Store animal Excel Numbers LibreOffice Animal Webhooks TypeScript Python UTF Windows Ctrl Microchip Bella Kim Park",
};

/** Returns the words in a text, or in the texts in the source of a function. */
const wordsOf = (text: string): readonly string[] => {
  const parts = text.includes("=>") ? (text.match(/`[^`]*`|"[^"]*"/g) ?? []) : [text];
  return parts.flatMap((part) => part.replace(/\$\{[^{}]*\}/g, " ").match(/\p{L}{3,}/gu) ?? []);
};

describe.each([
  ["de", de, shared.de],
  ["fr", fr, shared.fr],
  ["es", es, shared.es],
] as const)("the texts in %s", (_, translation, same) => {
  const translated = new Map(leavesOf(translation));

  it("have the same names as the English texts", () => {
    expect([...translated.keys()].toSorted()).toEqual(
      leavesOf(english)
        .map(([path]) => path)
        .toSorted(),
    );
  });

  it("are translated, except for words that both languages have", () => {
    const words = new Set(same.split(" "));
    const left = leavesOf(english).filter(
      ([path, text]) => translated.get(path) === text && wordsOf(text).some((word) => !words.has(word)),
    );
    expect(left).toEqual([]);
  });
});

/**
 * Tells whether a text is a status or a role. The store may rename its statuses, so the same words elsewhere are
 * different texts.
 */
const isState = (path: string) => /^common\.(status|orderStatus|role)\./.test(path);

it("repeat no common word, except where another language needs two words for it", () => {
  const languages = [english, de, fr, es].map((texts) => new Map(leavesOf(texts)));
  const inAll = (path: string) => languages.map((texts) => texts.get(path)).join("\n");
  const paths = leavesOf(english).map(([path]) => path);
  const isCommon = (path: string) => path.startsWith("common.");
  const common = new Set(paths.filter((path) => isCommon(path) && !isState(path)).map(inAll));
  expect(paths.filter((path) => !isCommon(path) && common.has(inAll(path)))).toEqual([]);
});

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) return entry.name === "texts" ? [] : sources(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [readFileSync(path, "utf8")];
  });

it("each have a name that a page uses", () => {
  const named = new Set(
    sources(join(import.meta.dirname, ".."))
      .join("\n")
      .match(/[\w$]+/g),
  );
  // Tells whether a text is a row of a table that is indexed by actions, fields or reasons. No page refers to such rows
  // by name.
  const isRow = (path: string) =>
    /^(failures|history\.(verbs|actions|subjects|fields|noUndo|paymentMeans)|actions\.(many|states|whyNot)|photos\.fields|webhooks\.(reasons|problems|sentences)|rowProblems\.problems|importing\.(problems|dateOrders)|resources\.\w+\.fields|firstDay\.(fields|helps|options|categories))\./.test(
      path,
    );
  const unused = leavesOf(english).flatMap(([path]) => {
    const name = path.split(".").at(-1) ?? "";
    return isRow(path) || named.has(name) || !/^\w+$/.test(name) ? [] : [path];
  });
  expect(unused).toEqual([]);
});

it("are replaced in place, before and after a page has loaded its own texts", async () => {
  // Other tests read the texts that these functions would replace, and modules that are loaded later must be English
  // again.
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const { catalogue, translate } = await import("./catalogue");
  const loaded = catalogue({ one: { name: "Name", of: (id: number) => `Name ${id}` }, kept: "Kept" });
  const { one } = loaded;
  translate((texts) =>
    "one" in texts ? { one: { name: "Nombre", of: (id: number) => `Nombre ${id}` } } : pseudo(texts),
  );
  expect([one.name, one.of(5), loaded.kept]).toEqual(["Nombre", "Nombre 5", "Kept"]);
  expect(catalogue({ later: "Later", deep: { one: "One" } })).toEqual({ later: "⟦Látér⟧", deep: { one: "⟦Óné⟧" } });
});
