import { randomInt } from "node:crypto";

/** These are 32 characters, so each stands for 5 bits. l, o, 0 and 1 are left out, because they look alike. */
const characters = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 4;

/** @returns groups of four characters (20 bits), such as `k7mq-2xvd`. */
export const randomCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: GROUP_LENGTH }, () => characters[randomInt(characters.length)]).join(""),
  ).join("-");

/** Normalises a code that a person typed. */
export const bareCode = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, "");
