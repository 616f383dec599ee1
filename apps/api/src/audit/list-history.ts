import { BASE_PATH, type contract, historyKinds } from "@petstore/contract/routes";
import type { ListingDeps } from "../operation/listing/paging.js";
import type { Operation } from "../operation/operation.js";
import { readEvents } from "./audit-event-listing.js";

export const listHistory =
  (deps: ListingDeps): Operation<typeof contract.history.listHistory> =>
  ({ query }) =>
    readEvents(deps, `${BASE_PATH}/history`, query, historyKinds);
