import { BASE_PATH, type contract, historyKinds } from "@petstore/contract/routes";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../operation/listing/keyset.js";
import { type ListingDeps, readPage, writeFilters } from "../operation/listing/paging.js";
import type { Input, Operation } from "../operation/operation.js";
import type { Principal } from "../operation/principal.js";
import { actionColumns, type ActionRow, isAction, toAction } from "./action-row.js";
import { auditEventListing } from "./audit-event-listing.js";

type Route = typeof contract.actions.listActions;
type Filters = Omit<Input<Route>["query"], "limit" | "cursor">;

/** The action that the viewer's requests with this key are. */
const ofKey = (key: string, viewer: Principal | undefined): Prisma.Sql[] => {
  const own = Prisma.sql`FROM action WHERE account_id = ${viewer?.account.id ?? null}::bigint AND key = ${key}::uuid`;
  return [Prisma.sql`at = (SELECT action.at ${own})`, Prisma.sql`id = (SELECT action.id ${own})`];
};

export const actionListing = ({ key, ...filters }: Filters, viewer?: Principal): Listing => {
  const { where, forEach, within, ...listing } = auditEventListing(filters, historyKinds);
  const conditions = [isAction, ...(key === undefined ? [] : ofKey(key, viewer))];
  return {
    ...listing,
    select: actionColumns(viewer),
    // Of everybody it walks audit_event_actions_idx; of one, the events of the actor.
    ...(filters.actor === undefined ? { where: conditions } : { where: [...where, ...conditions], forEach, within }),
  } as Listing;
};

export const listActions =
  ({ database, cursors }: ListingDeps): Operation<Route> =>
  async ({ query: { limit, cursor, ...filters } }, _flow, viewer) => {
    const { rows, headers } = await readPage<ActionRow>(
      { pool: database.reads.pool, cursors },
      { path: `${BASE_PATH}/actions`, filters: writeFilters(filters), limit, cursor },
      { listing: actionListing(filters, viewer), keyOf: ({ at, id }) => [at.toISOString(), Number(id)] },
    );
    return { status: 200, body: rows.map((row) => toAction(row, viewer)), headers } as const;
  };
