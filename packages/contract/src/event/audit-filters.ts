import * as z from "zod";
import { actorKinds, type SubjectKind, subjectKinds } from "./audit-kinds.js";
import { historyKinds } from "./event-type.js";
import { idPattern } from "../http/identifiers.js";
import { createdFilters } from "../http/moments.js";
import { oneOf, rule } from "../http/rules.js";

/** This is longer than any valid filter. */
const MAX_FILTER_LENGTH = 32;

const kindAndId = (pattern: string, text: string) =>
  z
    .string(rule(text))
    .regex(new RegExp(`^(?:${pattern})$`), text)
    .meta({ maxLength: MAX_FILTER_LENGTH });

const actorsWithId = actorKinds.filter((kind) => kind !== "system");
const actorRule = "must be system, account:ID or key:ID, for example key:5";

/** A filter by actor: `account:3` (with its keys), `key:5` or `system`. */
export const ActorFilter = kindAndId(`system|(?:${actorsWithId.join("|")}):${idPattern}`, actorRule);

const subjectFilterOf = (kinds: readonly SubjectKind[]) => {
  const wholes: readonly SubjectKind[] = ["catalogue", "audit_trail"];
  const kindsWithId = kinds.filter((kind) => !wholes.includes(kind));
  const without = kinds.filter((kind) => wholes.includes(kind)).join(" and ");
  const text = `must be one of ${kinds.join(", ")}, or KIND:ID for any of them except ${without}, for example pet:123`;
  return kindAndId(`${kinds.join("|")}|(?:${kindsWithId.join("|")}):${idPattern}`, text);
};

/** A filter by subject: a single one (`pet:123`) or a kind (`pet`, `catalogue`). */
export const SubjectFilter = subjectFilterOf(subjectKinds);

const oneSubjectRule = `must be KIND:ID, where KIND is one of ${historyKinds.join(", ")}, for example pet:123`;

/** One subject of the history, such as `pet:123`. */
export const OneSubject = kindAndId(`(?:${historyKinds.join("|")}):${idPattern}`, oneSubjectRule);

/** A {@link SubjectFilter} of the kinds that `GET /history` lists. */
export const HistorySubjectFilter = subjectFilterOf(historyKinds);

const countedNames = ["added", "sold", "ordered"] as const;

/**
 * The numbers of `GET /statistics` that count events one by one. They do not include the number of imported pets,
 * because an import is one event for many pets.
 */
export const CountedAs = oneOf(countedNames);
/** See the schema of the same name. */
export type CountedAs = z.infer<typeof CountedAs>;

/** The filters of a listing of audit events. `action` and `subject` are the values that this listing allows. */
export const eventFilters = <Action extends z.ZodType>(action: Action, subject: typeof SubjectFilter) => ({
  actor: ActorFilter.optional().meta({
    description:
      "Filters by actor: an account (`account:3`) and what its API keys did, one API key (`key:5`), or the `system`.",
    examples: ["key:5"],
  }),
  action: action.optional().meta({ description: "Filters by action.", examples: ["pet.update"] }),
  subject: subject.optional().meta({
    description: "Filters by subject: one (`pet:123`) or all of a kind (`pet`, `catalogue`).",
    examples: ["pet:123"],
  }),
  counted: CountedAs.optional().meta({
    description:
      "Only the events that `GET /statistics` counts under this name, in the days from `createdFrom` to `createdTo`: one event for each pet or order counted.",
    examples: ["sold"],
  }),
  ...createdFilters,
});
