import { type contract, identityOf } from "@petstore/contract/routes";
import { categoriesNamed, createNamedCategory } from "../database/named-categories.js";
import { queryOf } from "../database/query.js";
import { nameTaken } from "../errors.js";
import { creationOf } from "../operation/audit-trail.js";
import type { Operation } from "../operation/operation.js";
import { created } from "../operation/resource-answers.js";
import { newCategory } from "./category-row.js";
import { categoryTag } from "./category-tag.js";
import { findCategory } from "./find-category.js";

export const createCategory =
  (): Operation<typeof contract.categories.createCategory> =>
  async ({ body: { name } }, { tx, record }) => {
    const query = queryOf(tx);
    const [made] = await tx.category.createManyAndReturn({
      data: { name, identity: identityOf(name) },
      skipDuplicates: true,
    });
    // Another category has the name, or a client has registered the drawn id. In the second case, other ids are drawn.
    const id = made?.id ?? (await createNamedCategory(query, name));
    if (id === undefined) throw nameTaken("category", (await categoriesNamed(query, [name])).get(name));
    const category = made === undefined ? await findCategory(tx, id) : newCategory(made);
    record(creationOf("category", category));
    return created("/categories", category, categoryTag(category));
  };
