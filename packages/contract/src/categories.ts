import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { Categories, Category, CategoryPath, NewCategory } from "./category.js";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import { dogs, unnamed } from "./examples.js";
import { replayed, writeOnceHeaders } from "./idempotency.js";
import { categoryLinks } from "./links.js";
import type { RouteMetadata } from "./metadata.js";
import { Cursor, limitOf, pageLinks } from "./paging.js";
import { NoQuery } from "./rules.js";

const c = initContract();

const noCategory = "There is no category with this id.";
const nameTaken = "Another category has this name, ignoring case (`category_name_taken`)";
const keyInUse = "the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`)";

const categoryConditions = changeHeaders("category", "It changes with the number of pets too.");

/** The routes under `/categories`. */
export const categories = c.router(
  {
    listCategories: {
      method: "GET",
      path: "/categories",
      summary: "List categories",
      description:
        "Returns the categories with the number of their pets, ordered by lower-case name; unnamed ones come last, by id. If there are more than `limit`, `Link` points to the other pages.",
      headers: readHeaders,
      query: z.strictObject({ limit: limitOf("categories", 1_000, 1_000), cursor: Cursor.optional() }),
      responses: { 200: Categories, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "The categories.",
          304: "The page is unchanged.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        headers: { 200: { Link: pageLinks("/v1/categories"), ...validators }, 304: validators },
        examples: { 200: { categories: [dogs, unnamed] } },
      } as const satisfies RouteMetadata,
    },
    createCategory: {
      method: "POST",
      path: "/categories",
      summary: "Create a category",
      description: "Creates a category with a new id.",
      headers: writeOnceHeaders,
      query: NoQuery,
      body: NewCategory,
      responses: { 201: Category, ...errorResponses(400, 403, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: { 201: "The category was created.", 409: `${nameTaken}, or ${keyInUse}.` },
        codes: { 409: ["category_name_taken", "idempotency_key_in_use"] },
        headers: {
          201: {
            Location: { description: "The path of the new category.", example: "/v1/categories/2" },
            ETag: entityTag,
            "Idempotent-Replayed": replayed,
          },
        },
        examples: { request: { dogs: { name: dogs.name } }, 201: { dogs: { ...dogs, petCount: 0 } } },
        links: { 201: categoryLinks },
      } as const satisfies RouteMetadata,
    },
    getCategory: {
      method: "GET",
      path: "/categories/:categoryId",
      summary: "Get a category",
      description: "Returns one category with the number of its pets.",
      pathParams: CategoryPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Category, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: { 200: "The category.", 304: "The category is unchanged.", 404: noCategory },
        headers: { 200: validators, 304: validators },
        examples: { 200: { dogs, unnamed } },
        links: { 200: categoryLinks },
      } as const satisfies RouteMetadata,
    },
    updateCategory: {
      method: "PATCH",
      path: "/categories/:categoryId",
      summary: "Name a category",
      description: "Sets or replaces the name of the category.",
      pathParams: CategoryPath,
      headers: categoryConditions,
      query: NoQuery,
      body: NewCategory,
      responses: { 200: Category, ...errorResponses(400, 403, 404, 409, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The updated category.",
          404: noCategory,
          409: `${nameTaken}.`,
          412: "`If-Match` does not match the current `ETag`; the category was not renamed.",
        },
        codes: { 409: ["category_name_taken"] },
        headers: { 200: { ETag: entityTag } },
        examples: { request: { dogs: { name: dogs.name } }, 200: { dogs } },
        links: { 200: categoryLinks },
      } as const satisfies RouteMetadata,
    },
    deleteCategory: {
      method: "DELETE",
      path: "/categories/:categoryId",
      summary: "Delete a category",
      description: "Deletes a category that has no pets.",
      pathParams: CategoryPath,
      headers: categoryConditions,
      query: NoQuery,
      responses: { 204: c.noBody(), ...errorResponses(400, 403, 404, 409, 412, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          204: "The category was deleted.",
          404: noCategory,
          409: "The category still has pets.",
          412: "`If-Match` does not match the current `ETag`; the category was not deleted.",
        },
        codes: { 409: ["category_in_use"] },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
