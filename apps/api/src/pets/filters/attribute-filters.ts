import type { Attribute, ProblemEntry } from "@petstore/contract/routes";
import { attributeParameter, textRules } from "@petstore/contract/routes";
import { invalidRequest, problemAt } from "../../errors.js";
import type { Prisma } from "../../generated/client.js";
import type { Seen } from "../../operation/principal.js";
import { isDay } from "../store/value-rules.js";
import { keySql } from "./attribute-key.js";

type Range = { readonly from?: Prisma.Sql; readonly to?: Prisma.Sql };

/** Selects the pets that have one of these values, or a value in one of these ranges. */
export type AttributeFilter = {
  readonly attributeId: number;
  readonly type: string;
  readonly values: readonly Prisma.Sql[];
  readonly ranges: readonly Range[];
};

/** The definitions that a query refers to. */
export type Resolved = {
  readonly filters: readonly AttributeFilter[];
  /** The filter that matches the fewest pets, if there are few. */
  readonly few?: AttributeFilter | undefined;
  /** The attribute that orders the pets. */
  readonly sort?: (Pick<Attribute, "type"> & { readonly attributeId: number }) | undefined;
};

const sortPattern = /^-?attributes\./;

/** Tells whether a query needs the definitions of attributes. */
export const namesAttributes = ({ attributes, sort }: AttributeQuery): boolean =>
  attributes !== undefined || sortPattern.test(sort);

export type AttributeQuery = {
  readonly attributes?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly sort: string;
};

const isNumber = (text: string) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text);
const optionsOf = ({ options }: Attribute) => options.map(({ value }) => value);

type Rule = { readonly isMet: (text: string, one: Attribute) => boolean; readonly text: (one: Attribute) => string };

const isOption: Rule = {
  isMet: (text, one) => optionsOf(one).includes(text),
  text: (one) => `must be one of ${optionsOf(one).join(", ")}`,
};
const ranges = "or a range of them: from.., ..to or from..to";

/** The values that a filter accepts, by the type of its attribute. Other types have no filter. */
const rules: Readonly<Record<string, Rule>> = {
  text: { isMet: textRules.text.isMet, text: () => textRules.text.text },
  number: { isMet: isNumber, text: () => `must be a number such as 12.5, ${ranges}` },
  date: { isMet: isDay, text: () => `must be a date of the calendar as YYYY-MM-DD, ${ranges}` },
  boolean: { isMet: (text) => text === "true" || text === "false", text: () => "must be true or false" },
  choice: isOption,
  choices: isOption,
  labels: { isMet: textRules.labels.isMet, text: () => textRules.labels.text },
};

const hasRanges = ({ type }: Attribute) => type === "number" || type === "date";
const isSortable = ({ type }: Attribute) => type in rules && type !== "choices" && type !== "labels";

const isReversed = ({ type }: Attribute, from: string, to: string) =>
  type === "number" ? Number(from) > Number(to) : from > to;

const placeOf = (name: string) => `query.${attributeParameter(name)}` as const;

const filterOf = (one: Attribute, given: readonly string[], problems: ProblemEntry[]): AttributeFilter => {
  const { type, name, id } = one;
  const rule = rules[type];
  const place = placeOf(name);
  const values: Prisma.Sql[] = [];
  const found: Range[] = [];
  for (const text of given) {
    const [from = "", to, ...more] = hasRanges(one) ? text.split("..") : [text];
    const ends = [from, to ?? ""].filter((end) => end !== "");
    const isValid = more.length === 0 && ends.length > 0 && ends.every((end) => rule?.isMet(end, one));
    if (!isValid) problems.push(problemAt(place, rule?.text(one) ?? ""));
    else if (to === undefined) values.push(keySql(type, from));
    else if (from !== "" && to !== "" && isReversed(one, from, to))
      problems.push(problemAt(place, "must give the lower end of the range first"));
    else
      found.push({
        ...(from !== "" && { from: keySql(type, from) }),
        ...(to !== "" && { to: keySql(type, to) }),
      });
  }
  return { attributeId: id, type, values, ranges: found };
};

/** Two values of one parameter may have the same problem, which is reported once. */
const refusalOf = (problems: readonly ProblemEntry[]) =>
  invalidRequest(...new Map(problems.map((problem) => [problem.detail, problem])).values());

const known = (attributes: readonly Attribute[], use: string) =>
  attributes.length === 0
    ? `the store has no attribute ${use}`
    : `the attributes ${use} are ${attributes.map(({ name }) => name).join(", ")}`;

/**
 * @throws AppError 400 that names each unknown attribute and each invalid value, and lists the attributes by which the
 * reader can filter
 */
export const resolveAttributes = (
  { attributes = {}, sort }: AttributeQuery,
  definitions: readonly Attribute[],
  seen: Seen,
): Resolved => {
  const visible = definitions.filter(({ isPublic }) => isPublic || seen === "all");
  const byName = new Map(visible.map((one) => [one.name, one]));
  const problems: ProblemEntry[] = [];
  const filterable = visible.filter(({ type }) => type in rules);
  const filters = Object.entries(attributes).flatMap(([name, given]) => {
    const one = byName.get(name);
    if (one !== undefined && one.type in rules) return [filterOf(one, given, problems)];
    const what = one === undefined ? "is not an attribute" : `is a ${one.type}, which has no filter`;
    problems.push(problemAt(placeOf(name), `${what}; ${known(filterable, "with a filter")}`));
    return [];
  });
  if (!sortPattern.test(sort)) {
    if (problems.length > 0) throw refusalOf(problems);
    return { filters };
  }
  const sorted = byName.get(sort.replace(sortPattern, ""));
  if (sorted === undefined || !isSortable(sorted))
    problems.push(
      problemAt(
        "query.sort",
        `must name an attribute that has one short value; ${known(visible.filter(isSortable), "to sort by")}`,
      ),
    );
  if (problems.length > 0) throw refusalOf(problems);
  return { filters, ...(sorted !== undefined && { sort: { attributeId: sorted.id, type: sorted.type } }) };
};
