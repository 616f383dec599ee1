import { BASE_PATH, type contract, MAX_MERGED_BY_CLERKS } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import { categoryNotFound, invalidAt, mergeInProgress, mergeTooLarge, noSuchCategory } from "../errors.js";
import { bodyTag } from "../operation/etag.js";
import { requireTag } from "../operation/if-match.js";
import type { Operation } from "../operation/operation.js";
import { categoryTag } from "./category-tag.js";
import { findCategory } from "./find-category.js";
import { countPets, mergeInto } from "./merge-into.js";

export const mergeCategory =
  (): Operation<typeof contract.categories.mergeCategory> =>
  async ({ params: { categoryId }, headers, body: { into } }, { tx, record, caller }) => {
    const query = queryOf(tx);
    if (into === categoryId) {
      throw invalidAt("body.into", "must not be the category that is merged");
    }
    const ifMatch = headers["if-match"];
    const checkSource = async () => {
      const isTooLarge = async () =>
        (await countPets(query, categoryId, MAX_MERGED_BY_CLERKS + 1)) > MAX_MERGED_BY_CLERKS;
      if (caller.account.role === "clerk" && (await isTooLarge())) throw mergeTooLarge(MAX_MERGED_BY_CLERKS);
      if (ifMatch === undefined) return;
      const category = await findCategory(tx, categoryId);
      requireTag(ifMatch, "category", () => categoryTag(category));
    };
    const merged = await mergeInto({ query, record, checkSource }, { categoryId, into, actor: caller.actor });
    if ("missing" in merged) {
      throw merged.missing === into
        ? categoryNotFound({ place: "body.into", categoryId: into })
        : noSuchCategory(categoryId);
    }
    if ("blocking" in merged) throw mergeInProgress(merged.blocking);
    if ("moved" in merged) {
      const body = await findCategory(tx, into);
      return { status: 200, body, headers: { ETag: categoryTag(body) } };
    }
    const { job } = merged;
    const headers202 = { Location: `${BASE_PATH}/category-merges/${job.id}`, ETag: bodyTag(job) };
    return { status: 202, body: job, headers: headers202 };
  };
