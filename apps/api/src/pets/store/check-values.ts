import { isDeepStrictEqual } from "node:util";
import type { Attribute, ProblemEntry, Profile } from "@petstore/contract/routes";
import { type BodyPlace, invalidRequest, problemOfField } from "../../errors.js";
import { createProblemList } from "./problem-list.js";
import { isOfCategory, ruleOf, type ValueRule } from "./value-rules.js";

const MAX_SHOWN = 60;

/** Shortens a value for a sentence. */
export const shorten = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

type Definition = { readonly attribute: Attribute; readonly rule: ValueRule };

/** The attributes of the store, by their names. */
export type Definitions = ReadonlyMap<string, Definition>;

export const definitionsOf = (attributes: readonly Attribute[]): Definitions =>
  new Map(attributes.map((attribute) => [attribute.name, { attribute, rule: ruleOf(attribute) }]));

/** The values that a request contains for one pet. */
export type GivenValues = {
  /** The place of the profile in the request, as in `body.3.profile`. */
  readonly place: BodyPlace;
  readonly values: Readonly<Record<string, unknown>>;
  /** The category of the pet; undefined if there is no such pet. */
  readonly categoryId: number | undefined;
  /** The values that the pet already has. */
  readonly before: Profile["attributes"];
};

/**
 * @param categoryId - Undefined if the category is not known.
 * @returns the rule that the value breaks, as the end of a sentence
 */
export const brokenRule = ({ attribute, rule }: Definition, value: unknown, categoryId: number | undefined) => {
  if (value === null) return undefined;
  if (attribute.isArchived) return "must be omitted or null: the attribute is archived and accepts no new value";
  if (!isOfCategory(attribute, categoryId))
    return `must be omitted or null: pets of category ${categoryId} do not have this attribute`;
  return rule.isMet(value) ? undefined : rule.text;
};

export const NO_ATTRIBUTE = "is not an attribute of this store";

const listKnown = (definitions: Definitions, categoryIds: ReadonlySet<number | undefined>) => {
  const known = [...definitions.values()].filter(
    ({ attribute }) => !attribute.isArchived && [...categoryIds].some((id) => isOfCategory(attribute, id)),
  );
  return known.length === 0
    ? "this pet can have no attribute yet; define one with POST /v1/attributes"
    : `the attributes are ${known.map(({ attribute }) => attribute.name).join(", ")}`;
};

/** Returns the problems of the values that cannot be set, at most 100. A value that the pet already has is allowed. */
export const valueProblems = (definitions: Definitions, given: readonly GivenValues[]): (ProblemEntry | string)[] => {
  const problems = createProblemList();
  const unknownOf = new Set<number | undefined>();
  for (const { place, values, categoryId, before } of given) {
    for (const [name, value] of Object.entries(values)) {
      const one = definitions.get(name);
      if (one === undefined) {
        unknownOf.add(categoryId);
        problems.add(() => problemOfField(`${place}.attributes`, shorten(name), NO_ATTRIBUTE));
        continue;
      }
      if (isDeepStrictEqual(value, before[name])) continue;
      const rule = brokenRule(one, value, categoryId);
      if (rule !== undefined)
        problems.add(() =>
          problemOfField(`${place}.attributes`, name, `${rule}, not ${shorten(JSON.stringify(value))}`),
        );
    }
  }
  const told = problems.problems();
  return unknownOf.size === 0 ? told : [...told, listKnown(definitions, unknownOf)];
};

/** @throws AppError 400 that names each invalid value */
export const requireValues = (definitions: Definitions, given: readonly GivenValues[]): void => {
  const problems = valueProblems(definitions, given);
  if (problems.length > 0) throw invalidRequest(...problems);
};
