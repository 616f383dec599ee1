import * as z from "zod";
import { ownRule, rule } from "../http/rules.js";

const timeZoneRule = "must be the name of an IANA time zone, for example Europe/Berlin";

// Some engines also accept offsets such as +02:00, which have no daylight saving time.
const namePattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

const isTimeZone = (timeZone: string): boolean => {
  try {
    return namePattern.test(timeZone) && new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** The name of a time zone that `Intl` knows. */
export const TimeZoneName = z
  .string(rule(timeZoneRule))
  .refine(isTimeZone, ownRule(timeZoneRule, { rule: "timeZone" }))
  .meta({ maxLength: 64, pattern: namePattern.source });

/** The time zone that determines where the days begin. */
export const TimeZone = TimeZoneName.default("UTC").meta({
  description: "The IANA time zone whose days are counted.",
  examples: ["Europe/Berlin"],
  maxLength: 64,
});
