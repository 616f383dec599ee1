import { type Attribute, vocabulary } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import type { Transaction } from "../operation/operation.js";
import { readDefinitions } from "../pets/store/attribute-table.js";

/** The gap between two positions leaves room for other fields. */
const STEP = 10;

/**
 * Defines the attributes of the vocabulary, unless the store already has attributes.
 * @returns The new attributes, whose events the caller records.
 */
export const defineVocabulary = async (tx: Transaction): Promise<readonly Attribute[]> => {
  if ((await tx.attribute.findFirst()) !== null) return [];
  await tx.attribute.createMany({ data: vocabulary.map((one, at) => ({ ...one, position: (at + 1) * STEP })) });
  return readDefinitions(queryOf(tx));
};
