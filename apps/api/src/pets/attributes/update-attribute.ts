import { type Attribute, attributeProblems, type contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { attributeTooNarrow, invalidRequest, problemAt } from "../../errors.js";
import type { UnattendedOperation, Input } from "../../operation/operation.js";
import type { AttributeResource } from "./attribute-resource.js";
import { requireMatch } from "../../operation/if-match.js";
import { noHeaders } from "../../operation/put-back.js";
import { findUnfit } from "./find-unfit.js";
import { lockForDefinition } from "./lock-for-definition.js";

type Change = Input<typeof contract.attributes.updateAttribute>["body"];

/** Applies a change to a definition. @throws AppError 400 if the changed fields do not fit the others */
const applyChange = (before: Attribute, change: Change): Attribute => {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: Attribute = { ...before, ...Object.fromEntries(given) };
  const problems = attributeProblems(after, before.options);
  if (problems.length > 0) throw invalidRequest(...problems.map(({ field, rule }) => problemAt(`body.${field}`, rule)));
  return after;
};

/** The change in the form of a definition, in which the decimals of a number are never null. */
const changeFor = ({ type }: Attribute, change: Change): Change =>
  change.decimals === null && type === "number" ? { ...change, decimals: 0 } : change;

export const updateAttribute =
  (attributes: AttributeResource): UnattendedOperation<typeof contract.attributes.updateAttribute> =>
  async (request, context) => {
    const { tx } = context;
    const { "if-match": ifMatch } = request.headers;
    /** @throws AppError 400 before 412 */
    const judge = (before: Attribute): Attribute => {
      const after = applyChange(before, changeFor(before, request.body));
      requireMatch(ifMatch, "attribute", before);
      return after;
    };
    // Refuses these errors before a category that does not exist (409). They are checked again under the lock, where
    // the result is final.
    const categoryIds = request.body.categoryIds ?? [];
    if (categoryIds.length > 0) judge(await attributes.find(tx, request));
    await lockForDefinition(tx, categoryIds);
    const locked = await attributes.lock(tx, { ...request, headers: noHeaders }, "update");
    const unfit = await findUnfit(queryOf(tx), locked.one, judge(locked.one));
    if (unfit !== undefined) throw attributeTooNarrow(unfit);
    return attributes.change(locked, changeFor(locked.one, request.body), context);
  };
