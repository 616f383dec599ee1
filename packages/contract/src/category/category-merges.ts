import { initContract } from "@ts-rest/core";
import {
  Category,
  CategoryMerge,
  CategoryMergeJob,
  CategoryMergePath,
  CategoryPath,
  MAX_MERGED_AT_ONCE,
} from "./category.js";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { puppies, runningMerge } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import { MAX_MERGED_BY_CLERKS } from "./merge-limit.js";
import { categoryMergeLinks, mergedCategoryLinks } from "../http/links.js";
import type { RouteMetadata } from "../http/metadata.js";
import { NoQuery } from "../http/rules.js";

const c = initContract();

const started: CategoryMergeJob = { ...runningMerge, moved: 0 };
const done: CategoryMergeJob = {
  ...runningMerge,
  status: "done",
  moved: 500_012,
  finishedAt: "2026-11-22T09:31:00.000Z",
};

/** The routes that merge categories. */
export const categoryMerges = c.router(
  {
    mergeCategory: {
      method: "POST",
      path: "/categories/:categoryId/merge",
      summary: "Merge a category into another",
      description: `Moves all pets of the category into another and deletes it. Up to ${MAX_MERGED_AT_ONCE.toLocaleString("en")} pets are moved in one transaction, and the response is 200. If there are more, they are moved in steps after the response, which is 202: \`GET /category-merges/{mergeId}\` returns the progress. Until the last step both categories exist, each pet is in one of them, and pets that are added to the source are moved as well. A merge cannot be undone, so clerks can merge only categories of at most ${MAX_MERGED_BY_CLERKS} pets.`,
      pathParams: CategoryPath,
      headers: {
        ...writeOnceHeaders,
        ...changeHeaders("category to merge"),
      },
      query: NoQuery,
      body: CategoryMerge,
      responses: {
        200: Category,
        202: CategoryMergeJob,
        ...errorResponses(400, 403, 404, 409, 412, 413, 415, 422, ...commonErrors),
      },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The category that received the pets.",
          202: "The merge has started, or is already running; `Location` is the path of its progress.",
          400: "The request is invalid, or `into` is the category itself.",
          403: "The key lacks the scope, or it is a clerk's and the category has too many pets.",
          404: "There is no category with this id.",
          409: "There is no category with the id in `into` (`category_not_found`), one of the categories is being merged (`conflict`), or the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`).",
        },
        codes: { 409: ["category_not_found", "conflict", "idempotency_key_in_use"] },
        messages: {
          category_not_found: "body.into refers to category 1, which does not exist",
          conflict: "category 2 is being merged into 1; try again when GET /v1/category-merges/3 says that it is done",
        },
        headers: {
          200: { ETag: entityTag, "Idempotent-Replayed": replayed },
          403: { "Idempotent-Replayed": replayed },
          202: {
            Location: { description: "The path of the merge.", example: "/v1/category-merges/3" },
            ETag: entityTag,
            "Idempotent-Replayed": replayed,
          },
        },
        examples: {
          request: { intoPuppies: { into: puppies.id } },
          200: { intoPuppies: puppies },
          202: { intoPuppies: started },
        },
        links: { 200: mergedCategoryLinks, 202: categoryMergeLinks },
      } as const satisfies RouteMetadata,
    },
    getCategoryMerge: {
      method: "GET",
      path: "/category-merges/:mergeId",
      summary: "Get the progress of a merge",
      description: "Returns one merge of a category with many pets. It exists for 30 days after it is done.",
      pathParams: CategoryMergePath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: CategoryMergeJob, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "The merge.",
          404: "There is no merge with this id.",
        },
        headers: { 200: validators, 304: validators },
        examples: { 200: { running: runningMerge, done } },
        links: { 200: categoryMergeLinks },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
