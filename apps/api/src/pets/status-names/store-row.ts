import type { Store } from "@petstore/contract/routes";
import { Prisma, type Store as StoreRow } from "../../generated/client.js";

export type { StoreRow };

export const storeColumns = Prisma.sql`available_name AS "availableName", pending_name AS "pendingName",
  sold_name AS "soldName", updated_at AS "updatedAt"`;

/** A store that has decided nothing has no row. */
export const toStore = (row: Omit<StoreRow, "id"> | undefined): Store => ({
  statusNames: {
    available: row?.availableName ?? null,
    pending: row?.pendingName ?? null,
    sold: row?.soldName ?? null,
  },
  updatedAt: row?.updatedAt?.toISOString() ?? null,
});
