import type { contract } from "@petstore/contract";
import { queryOf } from "../database/query.js";
import { invalidRequest, mergeTargetNotFound, noSuchCategory } from "../errors.js";
import type { Operation } from "../operation/operation.js";
import { findCategory } from "./find-category.js";
import { mergeInto } from "./merge-into.js";

export const mergeCategory =
  (): Operation<typeof contract.categories.mergeCategory> =>
  async ({ params: { categoryId }, body: { into } }, { tx, record }) => {
    if (into === categoryId) {
      throw invalidRequest("body.into must not be the category that is merged");
    }
    const merged = await mergeInto({ query: queryOf(tx), record }, { categoryId, into });
    if ("missing" in merged) throw merged.missing === into ? mergeTargetNotFound(into) : noSuchCategory(categoryId);
    return { status: 200, body: await findCategory(tx, into) };
  };
