import { BASE_PATH, type contract } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import { invalidRequest, mergeInProgress, mergeTargetNotFound, noSuchCategory } from "../errors.js";
import { requireMatch } from "../operation/etag.js";
import type { Operation } from "../operation/operation.js";
import { findCategory } from "./find-category.js";
import { mergeInto } from "./merge-into.js";

export const mergeCategory =
  (): Operation<typeof contract.categories.mergeCategory> =>
  async ({ params: { categoryId }, headers, body: { into } }, { tx, record, caller: { actor } }) => {
    if (into === categoryId) {
      throw invalidRequest("body.into must not be the category that is merged");
    }
    const ifMatch = headers["if-match"];
    const checkSource = async () => {
      if (ifMatch !== undefined) requireMatch(ifMatch, "category", await findCategory(tx, categoryId));
    };
    const merged = await mergeInto({ query: queryOf(tx), record, checkSource }, { categoryId, into, actor });
    if ("missing" in merged) throw merged.missing === into ? mergeTargetNotFound(into) : noSuchCategory(categoryId);
    if ("blocking" in merged) throw mergeInProgress(merged.blocking);
    if ("moved" in merged) return { status: 200, body: await findCategory(tx, into) };
    const { job } = merged;
    return { status: 202, body: job, headers: { Location: `${BASE_PATH}/category-merges/${job.id}` } };
  };
