import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contrast, dark, light } from "./support/colours.js";

const grounds = ["page", "surface", "raised", "sunken"] as const;

/** The colours of texts, each with the backgrounds on which it is used. */
const textPairs: Readonly<Record<string, readonly string[]>> = {
  text: [...grounds, "accent-soft"],
  muted: [...grounds, "accent-soft"],
  accent: grounds,
  danger: grounds,
  "on-accent": ["accent", "accent-strong"],
  "on-danger": ["danger", "danger-strong"],
  "on-accent-soft": ["accent-soft"],
  "on-danger-soft": ["danger-soft"],
  "on-warning-soft": ["warning-soft"],
  "on-info-soft": ["info-soft"],
  "on-neutral-soft": ["neutral-soft"],
};

/**
 * The colours of borders and outlines that show the place of a control, its state (WCAG 1.4.11), or the focus (2.4.13).
 */
const linePairs: Readonly<Record<string, readonly string[]>> = {
  "control-line": grounds,
  accent: [...grounds, "accent-soft"],
  danger: grounds,
  focus: [...grounds, "accent-soft", "danger-soft", "warning-soft", "info-soft", "neutral-soft"],
  "on-accent": ["accent"],
};

const themes = { light, dark };

const pairsOf = (pairs: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(pairs).flatMap(([front, backs]) => backs.map((back) => ({ front, back })));

/** Describes the pairs whose contrast is too low. */
const tooLow = (theme: Readonly<Record<string, string>>, pairs: typeof textPairs, least: number): readonly string[] =>
  pairsOf(pairs)
    .map(({ front, back }) => ({ front, back, ratio: contrast(theme[front] ?? "", theme[back] ?? "") }))
    .filter(({ ratio }) => !(ratio >= least))
    .map(({ front, back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`);

const src = fileURLToPath(new URL("../src", import.meta.url));

/** Returns every colour token in the classes of the components: `text-muted`, `hover:bg-sunken`. */
const usedTokens = (property: string): readonly string[] => {
  const names = Object.keys(light).join("|");
  const pattern = new RegExp(String.raw`\b${property}-(${names})(?![\w-])`, "g");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
  const found = files.flatMap((file) =>
    [...readFileSync(join(src, file), "utf8").matchAll(pattern)].map(([, token = ""]) => token),
  );
  return [...new Set(found)].toSorted();
};

describe.each(Object.entries(themes))("the %s theme", (_, theme) => {
  it("has text of at least 4.5:1 on every background it uses", () => {
    expect(tooLow(theme, textPairs, 4.5)).toEqual([]);
  });

  it("has control borders and focus outlines of at least 3:1", () => {
    expect(tooLow(theme, linePairs, 3)).toEqual([]);
  });
});

describe("styles.css", () => {
  it("defines every colour once, for both themes", () => {
    const styles = readFileSync(join(src, "styles.css"), "utf8");
    const written = [...styles.matchAll(/#[\da-f]{3,8}\b/gi)].length;
    expect([written, Object.keys(light).length]).toEqual([2 * Object.keys(light).length, 25]);
  });

  it("pairs every text colour that a component uses with its backgrounds", () => {
    expect(usedTokens("text").filter((token) => !(token in textPairs))).toEqual([]);
  });

  it("pairs every background that a component paints with its text", () => {
    // These are never behind text, but only in bars, knobs and dots.
    const decoration = ["control-line", "line", "on-accent"];
    const known = new Set([...pairsOf(textPairs).map(({ back }) => back), ...decoration]);
    expect(usedTokens("bg").filter((token) => !known.has(token))).toEqual([]);
  });
});
