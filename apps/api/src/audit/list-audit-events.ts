import { BASE_PATH, type contract } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import type { Cursors } from "../operation/listing/cursors.js";
import type { Operation } from "../operation/operation.js";
import { readEvents } from "./audit-event-listing.js";

export const listAuditEvents =
  (deps: {
    readonly database: Database;
    readonly cursors: Cursors;
  }): Operation<typeof contract.auditEvents.listAuditEvents> =>
  ({ query }) =>
    readEvents(deps, `${BASE_PATH}/audit-events`, query);
