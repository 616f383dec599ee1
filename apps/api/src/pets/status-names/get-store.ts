import type { contract } from "@petstore/contract/routes";
import type { Database } from "../../database/open-database.js";
import type { Operation } from "../../operation/operation.js";
import { storeColumns, type StoreRow, toStore } from "./store-row.js";

export const getStore =
  ({ database }: { readonly database: Pick<Database, "reads"> }): Operation<typeof contract.store.getStore> =>
  async () => {
    const [row] = await database.reads.db.$queryRaw<StoreRow[]>`SELECT ${storeColumns} FROM store`;
    return { status: 200, body: toStore(row) };
  };
