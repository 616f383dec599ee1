import { randomInt } from "node:crypto";

const characters = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of 100 random bits that is easy to read and type: `k7m3p-x2hqa-9wdtc-fr5zn`. */
export const randomPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => characters[randomInt(characters.length)]).join(""),
  ).join("-");
