import type { Category } from "@petstore/contract/routes";
import { isUniqueViolation } from "../database/errors.js";
import { lockRows } from "../database/lock-row.js";
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
import { deleteCategory } from "./delete-category.js";
import { findCategory } from "./find-category.js";

type Named = Pick<Category, "name">;

/** Renames a category. It can also remove the name, although no operation of the API does that. */
const rename = async ({ tx, record }: PutBackContext, id: number, from: Named, to: Named): Promise<void> => {
  await tx.category.update({ where: { id }, data: to }).catch((error: unknown) => {
    throw isUniqueViolation(error, "category_name_key") ? nameTaken("category", undefined) : error;
  });
  const after = await findCategory(tx, id);
  record(updateOf("category", { ...after, ...from }, after));
};

/** @returns `unfit` if another category now has the name or the id */
const restore = async ({ tx, record }: PutBackContext, id: number, { name }: Named): Promise<Outcome> => {
  const { count } = await tx.category.createMany({ data: [{ id, name }], skipDuplicates: true });
  if (count === 0) return "unfit";
  const category: Category = { id, name, petCount: 0 };
  record(creationOf("category", category));
  return "done";
};

const putBackOne = async (context: PutBackContext, past: PastChange<Named>): Promise<Outcome> => {
  const { tx } = context;
  const { id } = past;
  const now = (await tx.category.findUnique({ where: { id }, select: { name: true } })) ?? undefined;
  const verdict = judgePast(past, now, ["name"]);
  if (typeof verdict === "string") return verdict;
  if ("restore" in verdict) return restore(context, id, verdict.restore);
  if ("change" in verdict) {
    await rename(context, id, verdict.change, { name: verdict.to.name ?? null });
    return "done";
  }
  // If somebody has added a pet to the category since, the foreign key would refuse the deletion.
  if ((await tx.pet.findFirst({ where: { categoryId: id }, select: { id: true } })) !== null) return "changed";
  await deleteCategory()({ params: { categoryId: id }, headers: noHeaders, query: {} }, context);
  return "done";
};

export const putBackCategories: PutBack = async (context, past) => {
  const ids = past.map(({ id }) => id);
  await lockRows(context.tx, "category", ids, "deletion");
  const outcomes: Outcome[] = [];
  for (const one of past as readonly PastChange<Named>[]) outcomes.push(await putBackOne(context, one));
  return outcomes;
};
