import { BASE_PATH, type contract, historyKinds } from "@petstore/contract/routes";
import type { Deps } from "../deps.js";
import type { Operation } from "../operation/operation.js";
import { readEvents } from "./audit-event-listing.js";

export const listHistory =
  (deps: Pick<Deps, "database" | "cursors">): Operation<typeof contract.history.listHistory> =>
  async ({ query }) => {
    const { rows, headers } = await readEvents(deps, `${BASE_PATH}/history`, query, historyKinds);
    return { status: 200, body: rows, headers };
  };
