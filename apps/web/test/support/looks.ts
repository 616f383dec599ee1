import type { Locator, Page } from "playwright-core";
import { contrast } from "./colours.js";

/** How a control is painted, in colours such as `#18211e`. */
export type Look = {
  readonly text: string;
  readonly fill: string;
  /** The background around the control. */
  readonly ground: string;
  /** The colour of the inner shadow or the outline. */
  readonly edge: string | undefined;
  readonly opacity: string;
};

/** The ways in which people see the admin. Forced colours also follow the light or dark theme of the system. */
const modes = [
  { name: "light", media: { colorScheme: "light", forcedColors: "none" } },
  { name: "dark", media: { colorScheme: "dark", forcedColors: "none" } },
  { name: "forced light", media: { colorScheme: "light", forcedColors: "active" } },
  { name: "forced dark", media: { colorScheme: "dark", forcedColors: "active" } },
] as const;

/** Shows the page in each mode, and returns the modes in which a condition does not hold. */
export const modesWithout = async (page: Page, holds: () => Promise<boolean>): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (const { name, media } of modes) {
    // One page has one mode at a time.
    /* oxlint-disable no-await-in-loop */
    await page.emulateMedia(media);
    if (!(await holds())) missing.push(name);
    /* oxlint-enable no-await-in-loop */
  }
  return missing;
};

export const lookOf = (control: Locator): Promise<Look> =>
  control.evaluate((element) => {
    const toHex = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    };
    const isClear = (colour: string) => /^rgba\(.*, 0\)$|^transparent$/.test(colour);
    const fillOf = (from: Element | null): string => {
      for (let at = from; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!isClear(backgroundColor)) return toHex(backgroundColor);
      }
      return "#ffffff";
    };
    const style = getComputedStyle(element);
    const shadow = style.boxShadow.includes("inset")
      ? /rgba?\([^)]*\)(?=[^(]*inset)/.exec(style.boxShadow)?.[0]
      : undefined;
    const outline = style.outlineStyle === "none" ? undefined : style.outlineColor;
    const edge = shadow ?? outline;
    return {
      text: toHex(style.color),
      fill: fillOf(element),
      ground: fillOf(element.parentElement),
      edge: edge === undefined ? undefined : toHex(edge),
      opacity: style.opacity,
    };
  });

/** Whether the fill or the edge has a contrast of 3:1 to the background around the control (WCAG 1.4.11). */
export const isMarked = ({ fill, ground, edge }: Look): boolean =>
  contrast(fill, ground) >= 3 || (edge !== undefined && contrast(edge, ground) >= 3);
