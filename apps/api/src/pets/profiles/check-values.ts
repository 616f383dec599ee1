import { isDeepStrictEqual } from "node:util";
import type { Attribute, Profile } from "@petstore/contract/routes";
import { isOfCategory, ruleOf } from "../store/value-rules.js";

const MAX_PROBLEMS = 100;
const MAX_SHOWN = 60;

const shorten = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

type Pet = {
  /** Undefined if there is no such pet. */
  readonly categoryId: number | undefined;
  readonly attributes: Profile["attributes"];
};

/** @returns the rule that the value breaks, as the end of a sentence */
const brokenRule = (one: Attribute, value: unknown, { categoryId }: Pet): string | undefined => {
  if (value === null) return undefined;
  if (one.isArchived) return "must be omitted or null: the attribute is archived and takes no new value";
  if (!isOfCategory(one, categoryId)) return `must be omitted or null: pets of category ${categoryId} do not have it`;
  const { isMet, text } = ruleOf(one);
  return isMet(value) ? undefined : text;
};

/** Sentences about the values that cannot be set, at most 100. What the pet has already may stay, whatever it is. */
export const valueProblems = (
  given: Readonly<Record<string, unknown>>,
  definitions: ReadonlyMap<string, Attribute>,
  pet: Pet,
): string[] => {
  const problems: string[] = [];
  let isUnknown = false;
  for (const [name, value] of Object.entries(given)) {
    const place = `body.attributes.${shorten(name)}`;
    const one = definitions.get(name);
    if (one === undefined) {
      isUnknown = true;
      problems.push(`${place} is not an attribute of this store`);
      continue;
    }
    if (isDeepStrictEqual(value, pet.attributes[name])) continue;
    const rule = brokenRule(one, value, pet);
    if (rule !== undefined) problems.push(`${place} ${rule}, not ${shorten(JSON.stringify(value))}`);
  }
  const left = problems.length - MAX_PROBLEMS;
  const told = left > 0 ? [...problems.slice(0, MAX_PROBLEMS), `and ${left} more`] : problems;
  if (!isUnknown) return told;
  const known = [...definitions.values()].filter((one) => !one.isArchived && isOfCategory(one, pet.categoryId));
  return [
    ...told,
    known.length === 0
      ? "there is no attribute to set; POST /v1/attributes defines one"
      : `the attributes are ${known.map(({ name }) => name).join(", ")}`,
  ];
};
