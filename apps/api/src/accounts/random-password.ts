import { randomInt } from "node:crypto";

const characters = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

export const randomPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => characters[randomInt(characters.length)]).join(""),
  ).join("-");
