import type { Attribute } from "@petstore/contract/client";
import { invisibleIn, type ParametersOf, type RowProblemCode, valueProblem } from "@petstore/contract/schemas";
import { rowProblems } from "../../texts/row-problems";
import { sentence } from "../service/field-errors";

/** Why a value was refused. */
export type ValueError = { readonly text: string; readonly isEnglish: boolean };

type Found = { readonly code: RowProblemCode; readonly parameters: object };

const problemOfExternalId = (value: unknown): Found => {
  const character = invisibleIn(String(value));
  if (character !== undefined) return { code: "only_invisible", parameters: { character } };
  return { code: "external_id_taken", parameters: {} };
};

/**
 * Matches the end of the service's sentence for a field that animals of this category do not have. The page may not
 * know the category of the animals.
 */
const endOfCategory = /do not have this attribute$/;

const findProblem = (one: Attribute, value: unknown, refusal: string): Found | undefined => {
  const found = valueProblem(one, value);
  if (found !== undefined) return found;
  if (one.name === "externalId") return problemOfExternalId(value);
  return endOfCategory.test(refusal) ? { code: "not_of_category", parameters: {} } : undefined;
};

/**
 * Says in the language of the page why the service refused a value of a field, in the words of an import.
 * @param refusal - The English sentence of the service, which is returned if the page knows no reason.
 */
export const explainValue = (one: Attribute, value: unknown, refusal: string): ValueError => {
  const found = findProblem(one, value, refusal);
  if (found === undefined) return { text: refusal, isEnglish: true };
  const text: (parameters: ParametersOf<"invalid">) => string = rowProblems.problems[found.code] as never;
  return { text: sentence(text(found.parameters as never)), isEnglish: false };
};
