import { InvalidArgumentError } from "commander";

const minutes = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 } as const;
const LAST_YEAR = 9999;

const rule =
  "It must be a number of minutes, hours, days or weeks, such as 30m, 12h, 90d or 52w, and end before the year 10000.";

/** The moment that lies this long ahead: `30m`, `12h`, `90d`, `52w`. */
export const expiryAfter = (text: string): Date => {
  const match = /^([1-9][0-9]*)([mhdw])$/.exec(text);
  const unit = minutes[(match?.[2] ?? "m") as keyof typeof minutes];
  const end = new Date(Date.now() + Number(match?.[1]) * unit * 60_000);
  // An invalid date's year is NaN, which is not smaller than anything.
  if (!(end.getUTCFullYear() <= LAST_YEAR)) throw new InvalidArgumentError(rule);
  return end;
};
