import { readFileSync } from "node:fs";

const styles = readFileSync(new URL("../../src/styles.css", import.meta.url), "utf8");

/** Reads the colours of styles.css, such as `#18211e`, by their names. @param at - 1 for light, 2 for dark. */
const readTheme = (at: 1 | 2): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...styles.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map((found) => [found[1], found[at + 1]]),
  );

export const light = readTheme(1);
export const dark = readTheme(2);

const channel = (byte: number): number => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(colour.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the WCAG 2.2 "contrast ratio" of two colours such as `#18211e`, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
