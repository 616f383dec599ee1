import { randomInt } from "node:crypto";

/** Small letters and digits that nobody takes for one another. */
const characters = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of 100 random bits to be read from a screen and typed: `k7m3p-x2hqa-9wdtc-fr5zn`. */
export const randomPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => characters[randomInt(characters.length)]).join(""),
  ).join("-");
