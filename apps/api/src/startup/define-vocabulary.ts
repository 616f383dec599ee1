import type { Attribute } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import { creationOf } from "../operation/audit-trail.js";
import type { MutationContext } from "../operation/operation.js";
import { readDefinitions } from "../pets/store/attribute-table.js";
import { vocabulary } from "./vocabulary.js";

/** Room to put another field between two. */
const STEP = 10;

/** Leaves a store alone that has attributes. @returns those that it defined */
export const defineVocabulary = async ({
  tx,
  record,
}: Pick<MutationContext, "tx" | "record">): Promise<readonly Attribute[]> => {
  if ((await tx.attribute.findFirst()) !== null) return [];
  const data = vocabulary.map((one, at) => ({
    ...one,
    position: (at + 1) * STEP,
  }));
  await tx.attribute.createMany({ data });
  const defined = await readDefinitions(queryOf(tx));
  for (const attribute of defined) record(creationOf("attribute", attribute));
  return defined;
};
