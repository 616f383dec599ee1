import type { Store } from "@petstore/contract/routes";
import type { Db } from "../../database/prisma-client.js";

type Row = NonNullable<Awaited<ReturnType<Db["store"]["findFirst"]>>>;

/** The id of the only row in its table. */
export const STORE_ID = 1;

/** Converts the row of the store; null if the store has never changed its settings. */
export const toStore = (row: Row | null): Store => ({
  name: row?.name ?? null,
  address: row?.address ?? null,
  logo: row?.logo ?? null,
  timeZone: row?.timeZone ?? null,
  currency: row?.currency ?? null,
  contractText: row?.contractText ?? null,
  statusNames: {
    available: row?.availableName ?? null,
    pending: row?.pendingName ?? null,
    sold: row?.soldName ?? null,
  },
  updatedAt: row?.updatedAt ?? null,
});
