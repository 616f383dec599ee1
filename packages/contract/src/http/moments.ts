import * as z from "zod";
import { ownRule, rule } from "./rules.js";

/** A date-time in a response: RFC 3339, in UTC, with milliseconds. */
export const moment = z.string().meta({ format: "date-time" });

/** Whether a text is a date-time with an offset (RFC 3339 §5.6, in either case). */
export const isMoment = (text: string): boolean => {
  const written = text.toUpperCase();
  // zod accepts a time without seconds; RFC 3339 does not.
  return z.iso.datetime({ offset: true }).safeParse(written).success && /T\d\d:\d\d:\d\d/.test(written);
};

/**
 * A pattern of the date-times that {@link isMoment} accepts. It also matches days that a month does not have, which
 * `format` excludes.
 */
export const momentPattern =
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$";

const momentRule = "must be a date-time with an offset (RFC 3339), for example 2026-11-21T09:30:00Z";
const filterRule = `${momentRule}; write + as %2B`;
const pastRule = `${momentRule}, of the year 1970 or later`;

const first = Date.parse("0000-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Times have whole milliseconds, so a fraction is rounded up. After the offset is applied, the time may be out of the
 * range of a date-time.
 */
const toWholeMs = (text: string, earliest = first) => {
  const ms = Date.parse(text) + (/\.\d{3}\d*[1-9]/.test(text) ? 1 : 0);
  return new Date(Math.min(Math.max(ms, earliest), last)).toISOString();
};

/** Accepts a date-time with an offset and returns it in UTC with milliseconds, which is itself a valid input. */
export const MomentFilter = z
  .string(rule(filterRule))
  .transform((text) => text.toUpperCase())
  .refine(isMoment, filterRule)
  .transform((text) => toWholeMs(text))
  .pipe(z.string(rule(filterRule)).refine(isMoment, filterRule).meta({ format: "date-time", pattern: momentPattern }));

const pastPattern = momentPattern.replace("^[0-9]{4}", "^(?:19[7-9][0-9]|[2-9][0-9]{3})");
const MAX_MOMENT_LENGTH = 64;
const isPast = (text: string) =>
  text.length <= MAX_MOMENT_LENGTH && isMoment(text) && /^(?:19[7-9][0-9]|[2-9][0-9]{3})-/.test(text);

/**
 * A time in a request body at which something happened: a date-time of the year 1970 or later. Like
 * {@link MomentFilter}, it becomes UTC with milliseconds.
 */
export const PastMoment = z
  .string(rule(pastRule))
  .overwrite((text) => text.toUpperCase())
  .refine(isPast, { ...ownRule(pastRule, { rule: "moment" }), abort: true })
  .overwrite((text) => toWholeMs(text, 0))
  .meta({ format: "date-time", pattern: pastPattern, maxLength: MAX_MOMENT_LENGTH });

/**
 * The filters of a list by the time at which its items were created. For an event and an action it is the time at which
 * they happened.
 */
export const createdFilters = {
  createdFrom: MomentFilter.optional().meta({
    description: "Only what was created at or after this time: a date-time with an offset (RFC 3339).",
    examples: ["2026-11-01T00:00:00Z"],
  }),
  createdTo: MomentFilter.optional().meta({
    description: "Only what was created before this time: a date-time with an offset (RFC 3339).",
    examples: ["2026-12-01T00:00:00Z"],
  }),
};

/** The time at which a resource was created. */
export const CreatedAt = moment.meta({
  description: "When it was created, in UTC.",
  examples: ["2026-11-21T09:30:00.000Z"],
});

/** The time at which a caller last changed a resource. */
export const UpdatedAt = moment.meta({
  description: "When a caller last changed it, in UTC.",
  examples: ["2026-11-21T09:30:00.000Z"],
});
