import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { Categories, Category, CategoryChange, CategoryPath, NewCategory } from "./category.js";
import { dogs, unnamed } from "../examples.js";
import { categoryLinks } from "../http/links.js";
import { Cursor, Limit } from "../http/paging.js";
import { resource } from "../http/resource.js";

const nameTaken = "Another category has this name, as people read it (`name_taken`)";
const keyInUse = "the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`)";

const category = resource({
  one: "category",
  many: "categories",
  path: "/categories",
  pathParams: CategoryPath,
  schema: Category,
  examples: { dogs, unnamed },
  links: categoryLinks,
  takesActionKey: true,
});

/** The routes under `/categories`. */
export const categories = initContract().router(
  {
    listCategories: category.list({
      schema: Categories,
      query: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
      description:
        "Returns a page of categories with the number of their pets, ordered by lower-case name; unnamed ones come last, by id.",
      examples: { page: [dogs, unnamed] },
    }),
    createCategory: category.create({
      body: NewCategory,
      request: { dogs: { name: dogs.name } },
      examples: { dogs: { ...dogs, petCount: 0 } },
      meanings: { 409: `${nameTaken}, or ${keyInUse}.` },
      codes: { 409: ["name_taken", "idempotency_key_in_use"] },
    }),
    getCategory: category.get({ description: "Returns one category with the number of its pets." }),
    updateCategory: category.update({
      body: CategoryChange,
      request: { dogs: { name: dogs.name } },
      examples: { dogs },
      description: "Sets or replaces the name of the category.",
      meanings: {
        409: `${nameTaken}.`,
      },
      codes: { 409: ["name_taken"] },
    }),
    deleteCategory: category.delete({
      description: "Deletes a category that has no pets.",
      meanings: { 409: "The category still has pets, or it is being merged." },
      codes: { 409: ["in_use"] },
    }),
  },
  { strictStatusCodes: true },
);
