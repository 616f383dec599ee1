import { BASE_PATH, type contract } from "@petstore/contract/routes";
import type { Deps } from "../deps.js";
import type { Operation } from "../operation/operation.js";
import { readEvents } from "./audit-event-listing.js";

export const listAuditEvents =
  (deps: Pick<Deps, "database" | "cursors">): Operation<typeof contract.auditEvents.listAuditEvents> =>
  async ({ query }) => {
    const { rows, headers } = await readEvents(deps, `${BASE_PATH}/audit-events`, query);
    return { status: 200, body: rows, headers };
  };
