import type { contract } from "@petstore/contract/routes";
import type { Database } from "../../database/open-database.js";
import type { Operation } from "../../operation/operation.js";
import { STORE_ID, toStore } from "./store-row.js";

export const getStore =
  ({ database }: { readonly database: Pick<Database, "reads"> }): Operation<typeof contract.store.getStore> =>
  async () => ({
    status: 200,
    body: toStore(await database.reads.db.store.findUnique({ where: { id: STORE_ID } })),
  });
