import { MAX_KEY_YEARS, MAX_OVERLAP_SECONDS } from "@petstore/contract";
import { InvalidArgumentError } from "commander";
import { latestEnd } from "../api-keys/create-api-key.js";

const units = { m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

const rule = "It must be a number of minutes, hours, days or weeks, such as 30m, 12h, 90d or 52w, and at most";

/** NaN for what is no duration: it is not at most anything. */
const secondsOf = (text: string): number => {
  const match = /^([1-9][0-9]*)([mhdw])$/.exec(text);
  return Number(match?.[1]) * units[(match?.[2] ?? "m") as keyof typeof units];
};

/** The moment that lies this long ahead: `30m`, `12h`, `90d`, `52w`. */
export const expiryAfter = (text: string): Date => {
  const now = new Date();
  const end = new Date(now.getTime() + secondsOf(text) * 1000);
  if (!(end <= latestEnd(now))) throw new InvalidArgumentError(`${rule} ${MAX_KEY_YEARS} years.`);
  return end;
};

/** For how long a key that was rotated lives on, in seconds. */
export const overlapOf = (text: string): number => {
  const overlap = secondsOf(text);
  if (!(overlap <= MAX_OVERLAP_SECONDS)) throw new InvalidArgumentError(`${rule} a week.`);
  return overlap;
};
