import { BASE_PATH, type Category, type contract } from "@petstore/contract/routes";
import { createNamedCategory } from "../database/named-categories.js";
import { queryOf } from "../database/query.js";
import { categoryNameTaken } from "../errors.js";
import { bodyTag } from "../operation/etag.js";
import type { Operation } from "../operation/operation.js";

export const createCategory =
  (): Operation<typeof contract.categories.createCategory> =>
  async ({ body: { name } }, { tx, record }) => {
    const id = await createNamedCategory(queryOf(tx), name);
    if (id === undefined) throw categoryNameTaken(name);
    const category: Category = { id, name, petCount: 0 };
    record({ action: "category.create", subject: { kind: "category", id }, before: null, after: category });
    const headers = { Location: `${BASE_PATH}/categories/${id}`, ETag: bodyTag(category) };
    return { status: 201, body: category, headers };
  };
