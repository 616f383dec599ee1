import { BASE_PATH, type contract, historyKinds } from "@petstore/contract/routes";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../operation/listing/listing.js";
import { conditionsOf, type Filters, parametersOf, readByList, givenIn } from "../operation/listing/filters.js";
import { type ListingDeps, readPage } from "../operation/listing/paging.js";
import type { Input, Operation } from "../operation/operation.js";
import type { Principal } from "../operation/principal.js";
import { actionColumns, type ActionRow, isAction, toAction } from "./action-row.js";
import { auditEventListing } from "./audit-event-listing.js";

type Route = typeof contract.actions.listActions;
type Query = Omit<Input<Route>["query"], "limit" | "cursor">;

/** Selects the action to which the viewer's requests with this key belong. */
const hasKey = (key: string, viewer: Principal | undefined): Prisma.Sql => {
  const own = Prisma.sql`FROM action WHERE account_id = ${viewer?.account.id ?? null}::bigint AND key = ${key}::uuid`;
  return Prisma.sql`at = (SELECT action.at ${own}) AND id = (SELECT action.id ${own})`;
};

/** The listing of an action's events handles the other filters itself. */
const filters = {
  actor: readByList,
  key: { condition: hasKey },
  createdFrom: readByList,
  createdTo: readByList,
} satisfies Filters<Query, Principal | undefined>;

export const actionListing = (query: Query, viewer?: Principal): Listing => {
  const { key: _key, ...ofEvents } = query;
  const listing = auditEventListing(ofEvents, historyKinds);
  const conditions = [isAction, ...conditionsOf(givenIn<Query, Principal | undefined>(filters, query), viewer)];
  const select = actionColumns(viewer);
  if (query.actor !== undefined) return { ...listing, select, where: [...listing.where, ...conditions] };
  // A list of the actions of all actors has its own index, audit_event_actions_idx.
  return { ...listing, kind: undefined, within: [], select, where: conditions };
};

export const listActions =
  ({ database, cursors }: ListingDeps): Operation<Route> =>
  async ({ query: { limit, cursor, ...query } }, _flow, viewer) => {
    const { rows, headers } = await readPage<ActionRow>(
      { pool: database.reads.pool, cursors },
      { path: `${BASE_PATH}/actions`, filters: parametersOf(filters, query), limit, cursor },
      { listing: actionListing(query, viewer), keyOf: ({ at, id }) => [at.toISOString(), Number(id)] },
    );
    return { status: 200, body: rows.map((row) => toAction(row, viewer)), headers } as const;
  };
