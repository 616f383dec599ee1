import { type Category, identityOf } from "@petstore/contract/routes";
import { lockRows } from "../database/lock-row.js";
import { isNameOfAnother } from "../database/named-categories.js";
import { nameTaken } from "../errors.js";
import { creationOf, updateOf } from "../operation/audit-trail.js";
import {
  judgePast,
  noHeaders,
  type Outcome,
  type PastChange,
  type PutBack,
  type PutBackContext,
} from "../operation/put-back.js";
import { newCategory } from "./category-row.js";
import { deleteCategory } from "./delete-category.js";
import { findCategory } from "./find-category.js";

/** The earlier state of a category. Older events have no times. */
type Named = Pick<Category, "name"> & Partial<Pick<Category, "createdAt" | "updatedAt">>;

/** Renames a category. It can also remove the name, although no operation of the API does that. */
const rename = async ({ tx, record }: PutBackContext, id: number, to: Named, lockedAt: Date): Promise<void> => {
  const before = await findCategory(tx, id);
  const data = { ...to, identity: to.name === null ? null : identityOf(to.name), updatedAt: lockedAt };
  await tx.category.update({ where: { id }, data }).catch((error: unknown) => {
    throw isNameOfAnother(error) ? nameTaken("category", undefined) : error;
  });
  record(updateOf("category", before, await findCategory(tx, id)));
};

/** @returns `unfit` if another category now has the name or the id */
const restore = async (
  { tx, record }: PutBackContext,
  id: number,
  { name, createdAt, updatedAt }: Named,
): Promise<Outcome> => {
  const identity = name === null ? null : identityOf(name);
  const data = { id, name, identity, ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) };
  const [restored] = await tx.category.createManyAndReturn({ data, skipDuplicates: true });
  if (restored === undefined) return "unfit";
  record(creationOf("category", newCategory(restored)));
  return "done";
};

const putBackOne = async (
  context: PutBackContext,
  past: PastChange<Named>,
  lockedAt: Date | undefined,
): Promise<Outcome> => {
  const { tx } = context;
  const { id } = past;
  const now = (await tx.category.findUnique({ where: { id }, select: { name: true } })) ?? undefined;
  const verdict = judgePast(past, now, ["name"]);
  if (typeof verdict === "string") return verdict;
  if ("restore" in verdict) return restore(context, id, verdict.restore);
  if ("change" in verdict && lockedAt !== undefined) {
    await rename(context, id, { name: verdict.to.name ?? null }, lockedAt);
    return "done";
  }
  // If somebody has added a pet to the category since, the foreign key would refuse the deletion.
  if ((await tx.pet.findFirst({ where: { categoryId: id }, select: { id: true } })) !== null) return "changed";
  await deleteCategory()({ params: { categoryId: id }, headers: noHeaders, query: {} }, context);
  return "done";
};

export const putBackCategories: PutBack = async (context, past) => {
  const ids = past.map(({ id }) => id);
  const locks = await lockRows(context.tx, "category", ids, "deletion");
  const outcomes: Outcome[] = [];
  for (const one of past as readonly PastChange<Named>[])
    outcomes.push(await putBackOne(context, one, locks.get(one.id)));
  return outcomes;
};
