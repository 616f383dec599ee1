import { BASE_PATH, type contract, historyKinds } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import type { Cursors } from "../operation/listing/cursors.js";
import type { Operation } from "../operation/operation.js";
import { readEvents } from "./audit-event-listing.js";

export const listHistory =
  (deps: { readonly database: Database; readonly cursors: Cursors }): Operation<typeof contract.history.listHistory> =>
  ({ query }) =>
    readEvents(deps, `${BASE_PATH}/history`, query, historyKinds);
