import { BASE_PATH, type contract } from "@petstore/contract/routes";
import type { ListingDeps } from "../operation/listing/paging.js";
import type { Operation } from "../operation/operation.js";
import { readEvents } from "./audit-event-listing.js";

export const listAuditEvents =
  (deps: ListingDeps): Operation<typeof contract.auditEvents.listAuditEvents> =>
  ({ query }) =>
    readEvents(deps, `${BASE_PATH}/audit-events`, query);
