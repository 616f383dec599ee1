import { BASE_PATH, type contract } from "@petstore/contract/routes";
import type { Operation } from "../operation/operation.js";
import { type ListingDeps, readPage } from "../operation/listing/paging.js";
import { categoryListing, type CategoryListingRow, listingKeyOf } from "./category-listing.js";
import { toCategory } from "./category-row.js";

export const listCategories =
  (deps: ListingDeps): Operation<typeof contract.categories.listCategories> =>
  async ({ query: { limit, cursor } }) => {
    const { rows, headers } = await readPage<CategoryListingRow>(
      { pool: deps.database.reads.pool, cursors: deps.cursors },
      { path: `${BASE_PATH}/categories`, filters: [], limit, cursor },
      { listing: categoryListing, keyOf: listingKeyOf },
    );
    return { status: 200, body: rows.map(toCategory), headers };
  };
