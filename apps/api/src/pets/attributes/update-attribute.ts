import { type Attribute, attributeProblems, type contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { attributeTooNarrow, invalidRequest } from "../../errors.js";
import type { UnattendedOperation, Input } from "../../operation/operation.js";
import type { AttributeResource } from "./attribute-resource.js";
import { requireMatch } from "../../operation/etag.js";
import { findUnfit } from "./find-unfit.js";
import { lockForDefinition } from "./lock-for-definition.js";

type Change = Input<typeof contract.attributes.updateAttribute>["body"];

/** Applies a change to a definition. @throws AppError 400 if the changed fields do not fit the others */
const applyChange = (before: Attribute, change: Change): Attribute => {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: Attribute = { ...before, ...Object.fromEntries(given) };
  const problems = attributeProblems(after);
  if (problems.length > 0) throw invalidRequest(...problems.map(({ field, rule }) => `body.${field} ${rule}`));
  return after;
};

export const updateAttribute =
  (attributes: AttributeResource): UnattendedOperation<typeof contract.attributes.updateAttribute> =>
  async (request, context) => {
    const { tx } = context;
    const current = await attributes.find(tx, request);
    const { decimals } = request.body;
    const body = decimals === null && current.type === "number" ? { ...request.body, decimals: 0 } : request.body;
    applyChange(current, body);
    // Refuses a stale If-Match before a conflict. It is checked again under the lock, where it is certain.
    const { "if-match": ifMatch } = request.headers;
    requireMatch(ifMatch, "attribute", current);
    await lockForDefinition(tx, body.categoryIds ?? []);
    const { one: before } = await attributes.lock(tx, request, "update");
    const unfit = await findUnfit(queryOf(tx), before, applyChange(before, body));
    if (unfit !== undefined) throw attributeTooNarrow(unfit);
    return attributes.update({ ...request, body }, context);
  };
