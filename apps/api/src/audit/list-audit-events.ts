import { BASE_PATH, type contract } from "@petstore/contract";
import type { ServerInferRequest } from "@ts-rest/core";
import type { Deps } from "../deps.js";
import { Prisma } from "../generated/client.js";
import type { Equality, Listing } from "../listing/keyset.js";
import type { Operation } from "../operation/operation.js";
import { readPage, writeFilters } from "../listing/paging.js";
import { auditEventColumns, type AuditEventRow, toAuditEvent } from "./audit-event-row.js";

type Query = ServerInferRequest<typeof contract.auditEvents.listAuditEvents>["query"];
type Filters = Omit<Query, "limit" | "cursor">;

const kind = Prisma.sql`subject_kind`;

/** `key:5` or `system`. */
const parseFilter = (filter: string) => {
  const [name = "", id] = filter.split(":");
  return { name, id };
};

const ofActor = (actor: string): Equality[] => {
  const { name, id = "0" } = parseFilter(actor);
  return [
    { column: Prisma.sql`actor_kind`, value: Prisma.sql`${name}::actor_kind` },
    { column: Prisma.sql`coalesce(actor_id, 0)`, value: Prisma.sql`${id}::bigint` },
  ];
};

const ofSubject = (subject: string): Equality[] => {
  const { name, id } = parseFilter(subject);
  const ofKind = { column: kind, value: Prisma.sql`${name}` };
  return id === undefined ? [ofKind] : [ofKind, { column: Prisma.sql`subject_id`, value: Prisma.sql`${id}::bigint` }];
};

const isOneSubject = (subject: string | undefined) => subject !== undefined && parseFilter(subject).id !== undefined;

export const auditEventListing = ({ actor, action, subject, from, to }: Filters): Listing => {
  const bySubject = subject === undefined ? [] : ofSubject(subject);
  const byActor = actor === undefined ? [] : ofActor(actor);
  const byAction = action === undefined ? [] : [{ column: Prisma.sql`action`, value: Prisma.sql`${action}` }];
  // One subject has few events: its index comes first. Otherwise PostgreSQL chooses the most selective.
  const [first = [], ...rest] = [bySubject, byActor, byAction].filter((filter) => filter.length > 0);
  const isFirstUsed = rest.length === 0 || isOneSubject(subject);
  const others = isFirstUsed ? rest : [first, ...rest];
  return {
    select: auditEventColumns,
    from: Prisma.sql`audit_event`,
    where: others.flat().map(({ column, value }) => Prisma.sql`${column} = ${value}`),
    within: isFirstUsed ? first : [],
    range: {
      from: from === undefined ? undefined : Prisma.sql`${new Date(from)}`,
      below: to === undefined ? undefined : Prisma.sql`${new Date(to)}`,
    },
    order: { columns: [Prisma.sql`at`, Prisma.sql`id`], isDescending: true },
  };
};

export const listAuditEvents =
  (deps: Pick<Deps, "database" | "cursors">): Operation<typeof contract.auditEvents.listAuditEvents> =>
  async ({ query: { limit, cursor, ...filters } }) => {
    const { rows, headers } = await readPage<AuditEventRow>(
      { pool: deps.database.reads.pool, cursors: deps.cursors },
      { path: `${BASE_PATH}/audit-events`, filters: writeFilters(filters), limit, cursor },
      { listing: auditEventListing(filters), keyOf: ({ at, id }) => [at.toISOString(), Number(id)] },
    );
    return { status: 200, body: rows.map(toAuditEvent), headers };
  };
