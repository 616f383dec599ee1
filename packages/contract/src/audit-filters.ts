import { z } from "zod";
import { actorKinds, subjectKinds } from "./audit-event.js";
import { MAX_ID } from "./identifiers.js";
import { isMoment } from "./moments.js";
import { rule } from "./rules.js";

const id = "[1-9][0-9]{0,15}";
const hasValidId = (text: string) => Number(text.split(":")[1] ?? 1) <= MAX_ID;

const kindAndId = (pattern: string, text: string) =>
  z
    .string(rule(text))
    .regex(new RegExp(`^(?:${pattern})$`), text)
    .refine(hasValidId, text);

const actorsWithId = actorKinds.filter((kind) => kind !== "system");
const actorRule = "must be system, account:ID or key:ID, for example key:5";

/** A filter by actor: `account:3`, `key:5` or `system`. */
export const ActorFilter = kindAndId(`system|(?:${actorsWithId.join("|")}):${id}`, actorRule);

const subjectsWithId = subjectKinds.filter((kind) => kind !== "catalogue");
const subjectRule = `must be one of ${subjectKinds.join(", ")}, or KIND:ID for any of them except catalogue, for example pet:123`;

/** A filter by subject: one (`pet:123`) or a kind (`pet`, `catalogue`). */
export const SubjectFilter = kindAndId(`${subjectKinds.join("|")}|(?:${subjectsWithId.join("|")}):${id}`, subjectRule);

const momentRule = "must be a date-time with an offset (RFC 3339), for example 2026-11-21T09:30:00Z; write + as %2B";

/** Events have whole milliseconds, so a fraction of one rounds up. */
const toWholeMs = (text: string) => new Date(Date.parse(text) + (/\.\d{3}\d*[1-9]/.test(text) ? 1 : 0)).toISOString();

/** A date-time with an offset, read as UTC in milliseconds. */
export const MomentFilter = z
  .string(rule(momentRule))
  .transform((text) => text.toUpperCase())
  .refine(isMoment, momentRule)
  .transform(toWholeMs)
  .pipe(z.string().meta({ format: "date-time" }));
