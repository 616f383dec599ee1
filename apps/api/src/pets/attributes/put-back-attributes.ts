import { Attribute } from "@petstore/contract/routes";
import {
  judgePast,
  noHeaders,
  type Outcome,
  type PastChange,
  type PutBack,
  type PutBackContext,
} from "../../operation/put-back.js";
import { readDefinitions } from "../store/attribute-table.js";
import type { AttributeResource } from "./attribute-resource.js";
import { deleteAttribute } from "./delete-attribute.js";
import { findPetWithValue } from "./find-value.js";
import { lockForDefinition } from "./lock-for-definition.js";
import { restoreAttribute } from "./restore-attribute.js";
import { updateAttribute } from "./update-attribute.js";

const fields = (Object.keys(Attribute.shape) as (keyof Attribute)[]).filter((name) => name !== "id");

/** Whether somebody has set a value since, which a deletion would hide. */
const hasValuesSince = async ({ tx }: PutBackContext, { id, at }: PastChange): Promise<boolean> =>
  (await findPetWithValue(tx, id, at)) !== undefined;

/**
 * Locks categories before definitions, as the order of locks requires. A category that was deleted in the meantime is
 * refused or left out later.
 */
const lock = async ({ tx }: PutBackContext, past: readonly PastChange<Attribute>[]): Promise<void> => {
  const wanted = new Set(past.flatMap(({ before }) => before?.categoryIds ?? []));
  const known = await tx.category.findMany({ where: { id: { in: [...wanted] } }, select: { id: true } });
  await lockForDefinition(
    tx,
    known.map(({ id }) => id),
  );
};

export const putBackAttributes = (attributes: AttributeResource): PutBack => {
  const [change, restore, remove] = [
    updateAttribute(attributes),
    restoreAttribute(attributes),
    deleteAttribute(attributes),
  ];
  const putBackOne = async (
    context: PutBackContext,
    past: PastChange<Attribute>,
    now: Attribute | undefined,
  ): Promise<Outcome> => {
    const { id } = past;
    const verdict = judgePast(past, now, fields);
    const request = { params: { attributeId: id }, headers: noHeaders };
    if (typeof verdict === "string") return verdict;
    if ("restore" in verdict) {
      const kept = await context.tx.deletedAttribute.findFirst({ where: { id, purgedPetId: null } });
      if (kept === null) return "gone";
      await restore({ ...request, query: {} }, context);
    } else if ("change" in verdict) await change({ ...request, query: {}, body: verdict.to }, context);
    else if (await hasValuesSince(context, past)) return "changed";
    else await remove({ ...request, query: { force: true } }, context);
    return "done";
  };
  return async (context, past) => {
    const changes = past as readonly PastChange<Attribute>[];
    await lock(context, changes);
    const now = new Map((await readDefinitions(context.query)).map((one) => [one.id, one]));
    const outcomes: Outcome[] = [];
    for (const one of changes) outcomes.push(await putBackOne(context, one, now.get(one.id)));
    return outcomes;
  };
};
