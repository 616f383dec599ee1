import { z } from "zod";

/** A moment in an answer: RFC 3339, in UTC, with its milliseconds. */
export const moment = z.string().meta({ format: "date-time" });

/** Whether a text is a moment with its offset (RFC 3339 §5.6, which takes small letters too). */
export const isMoment = (text: string): boolean => {
  const written = text.toUpperCase();
  // zod takes a time without seconds, which RFC 3339 does not.
  return z.iso.datetime({ offset: true }).safeParse(written).success && /T\d\d:\d\d:\d\d/.test(written);
};
