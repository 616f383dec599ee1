import type { OwnRule } from "@petstore/contract/schemas";
import type { z } from "zod";
import { rules } from "../../texts/rules";
import { fieldAt, type Problems, sentence } from "./field-errors";

type Issue = z.core.$ZodIssue;

const ownSentence = (own: OwnRule, input: unknown): string => {
  switch (own.rule) {
    case "text":
      return Array.from(String(input)).length > own.maximum ? rules.longest(own.maximum) : rules.characters;
    case "url":
      return rules.url(own.maximum);
    case "most":
      return rules.most(own.maximum);
    case "digits":
      return rules.digits(own.count);
    case "decimals":
      return rules.decimals(own.count);
    default:
      return rules[own.rule];
  }
};

const typeSentences: Readonly<Record<string, "number" | "whole">> = { number: "number", int: "whole" };

const tooBig = ({ origin, maximum }: Issue & { readonly code: "too_big" }): string => {
  const most = Number(maximum);
  if (origin === "string") return rules.longest(most);
  return origin === "array" ? rules.entries(most) : rules.most(most);
};

/**
 * Describes a problem in the language of the page, with its code and its parameters.
 * @param issue - It must have its input, so zod needs the option `reportInput`.
 * @returns undefined for a rule that only the contract can describe
 */
export const sentenceOf = (issue: Issue): string | undefined => {
  const { input } = issue;
  if (input === undefined || input === null || input === "") return rules.required;
  switch (issue.code) {
    case "invalid_type": {
      const name = typeSentences[issue.expected];
      return name && rules[name];
    }
    case "invalid_value":
      return rules.choice;
    case "too_small":
      return issue.origin === "number" ? rules.least(Number(issue.minimum)) : undefined;
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return issue.format === "email" ? rules.email : undefined;
    case "custom":
      return issue.params && ownSentence(issue.params as OwnRule, input);
    default:
      return undefined;
  }
};

/** @param fields - The fields of the form. */
export const problemsOf = ({ issues }: z.ZodError, fields: readonly string[] = []): Problems => {
  const found = issues.toReversed().map((issue) => {
    const own = sentenceOf(issue);
    return {
      name: fieldAt(issue.path.join("."), fields),
      text: own ?? sentence(issue.message),
      isEnglish: own === undefined,
    };
  });
  const first = new Map(found.map((one) => [one.name, one]));
  return {
    fields: Object.fromEntries([...first].map(([name, { text }]) => [name, text])),
    english: [...first.values()].filter(({ isEnglish }) => isEnglish).map(({ name }) => name),
  };
};
