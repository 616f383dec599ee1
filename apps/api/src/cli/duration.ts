import { MAX_KEY_YEARS, MAX_OVERLAP_SECONDS } from "@petstore/contract/routes";
import { InvalidArgumentError } from "commander";
import { latestExpiry } from "../credentials/api-keys/create-api-key.js";

const units = { m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

const rule = "It must be a number of minutes, hours, days or weeks, for example 30m, 12h, 90d or 52w, and at most";

/** Returns NaN for a malformed text, because NaN is neither less than nor equal to any limit. */
const secondsOf = (text: string): number => {
  const match = /^([1-9][0-9]*)([mhdw])$/.exec(text);
  return Number(match?.[1]) * units[(match?.[2] ?? "m") as keyof typeof units];
};

export const expiryAfter = (text: string): Date => {
  const now = new Date();
  const expiry = new Date(now.getTime() + secondsOf(text) * 1000);
  if (!(expiry <= latestExpiry(now))) throw new InvalidArgumentError(`${rule} ${MAX_KEY_YEARS} years.`);
  return expiry;
};

export const overlapOf = (text: string): number => {
  const overlap = secondsOf(text);
  if (!(overlap <= MAX_OVERLAP_SECONDS)) throw new InvalidArgumentError(`${rule} a week.`);
  return overlap;
};
