import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./package-scripts.js";
import { readShell, type ShellCommand } from "./shell-commands.js";

/** All pages except the decisions, because these describe the past. */
export const pages: readonly string[] = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"],
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

export const readPage = (page: string): string => readFileSync(join(root, page), "utf8");

/** Removes the five fields before each command of a crontab, in which `%` is written as `\%`. */
const fromCrontab = (text: string) => text.replace(/^(?:\S+ ){5}/gm, "").replaceAll("\\%", "%");

export type Block = {
  readonly page: string;
  readonly commands: readonly ShellCommand[];
  readonly variables: ReadonlyMap<string, string>;
};

const toBlock = (page: string, [, indent = "", language, code = ""]: readonly string[]): Block => {
  const text = code.replaceAll(new RegExp(`^${indent}`, "gm"), "");
  return { page, ...readShell(language === "crontab" ? fromCrontab(text) : text) };
};

/** The fenced blocks with commands of all pages. */
export const blocks: readonly Block[] = pages.flatMap((page) =>
  [...readPage(page).matchAll(/^( *)```(sh|bash|console|crontab)\n([^]*?)^\1```$/gm)].map((found) =>
    toBlock(page, found),
  ),
);
