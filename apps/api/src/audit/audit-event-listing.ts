import type { AuditAction, contract, CountedAs, SubjectKind } from "@petstore/contract/routes";
import { escapeLiteral } from "pg";
import { Prisma } from "../generated/client.js";
import type { Equality } from "../operation/listing/keyset.js";
import type { Listing, MergedListing, PlainListing } from "../operation/listing/listing.js";
import {
  type FilterName,
  type Filters,
  conditionsOf,
  parametersOf,
  readByList,
  givenIn,
} from "../operation/listing/filters.js";
import { type ListingDeps, type PageRequest, readPage } from "../operation/listing/paging.js";
import type { Input } from "../operation/operation.js";
import { countedEvents } from "../operation/counted-events.js";
import {
  auditEventColumns,
  eventBytes,
  type AuditEventRow,
  historyColumns,
  readActionId,
  toAuditEvent,
} from "./audit-event-row.js";

export type EventFilters = {
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly subject?: string | undefined;
  readonly counted?: CountedAs | undefined;
  /** The id of the action whose events are listed, if the action has more than one. */
  readonly actionId?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
};

type OfTrail = Input<typeof contract.auditEvents.listAuditEvents>["query"];
type OfHistory = Input<typeof contract.history.listHistory>["query"];

/** This list reads these filters itself, because several of them decide which index is used. */
const filters = {
  actor: readByList,
  action: readByList,
  subject: readByList,
  counted: readByList,
  createdFrom: readByList,
  createdTo: readByList,
  actionId: readByList,
} satisfies Filters<OfTrail & Pick<OfHistory, Exclude<FilterName<OfHistory>, keyof OfTrail>>>;

const kind = Prisma.sql`subject_kind`;

/** Parses a filter such as `key:5` or `system`. */
const parseFilter = (filter: string) => {
  const [name = "", id] = filter.split(":");
  return { name, id };
};

const actorColumns = [Prisma.sql`actor_kind`, Prisma.sql`coalesce(actor_id, 0)`] as const;

const equalTo = (...[name, id]: readonly [Prisma.Sql, Prisma.Sql]): Equality[] => [
  { column: actorColumns[0], value: name },
  { column: actorColumns[1], value: id },
];

const ofActor = (actor: string): Equality[] => {
  const { name, id = "0" } = parseFilter(actor);
  return equalTo(Prisma.sql`${name}::actor_kind`, Prisma.sql`${id}::bigint`);
};

/** An account acts directly in the admin, and through its API keys. */
const actorsOfAccount = (actor: string): Prisma.Sql => {
  const { id = "0" } = parseFilter(actor);
  return Prisma.sql`(SELECT 'account'::actor_kind, ${id}::bigint
    UNION ALL SELECT 'key'::actor_kind, api_key.id FROM api_key WHERE api_key.account_id = ${id}::bigint
  ) AS one (one_kind, one_id)`;
};

const isAccount = (actor: string | undefined): actor is string => actor?.startsWith("account:") ?? false;

const isOfAccount = (actor: string) =>
  Prisma.sql`(${Prisma.join([...actorColumns])}) IN (SELECT one_kind, one_id FROM ${actorsOfAccount(actor)})`;

/** The conditions of a listing, and the walks along indexes that read the listing. */
type Walks =
  | Pick<PlainListing, "kind" | "where" | "within">
  | Pick<MergedListing, "kind" | "where" | "within" | "forEach">;

/**
 * Walks the events of the account and of each of its keys. If there is a filter for one subject, it walks the events of
 * that subject instead, because there are fewer of them.
 */
const accountListing = (
  {
    actor,
    actions,
    subject,
  }: Pick<EventFilters, "subject"> & { readonly actor: string; readonly actions: AuditAction[] },
  bySubject: readonly Equality[],
): Walks => {
  const isOfAction = actions.map((action) => Prisma.sql`action = ${action}`);
  if (isOneSubject(subject)) {
    return { where: [isOfAccount(actor), ...isOfAction], within: bySubject };
  }
  const isOfSubject = bySubject.map(({ column, value }) => Prisma.sql`${column} = ${value}`);
  const within = equalTo(Prisma.sql`one.one_kind`, Prisma.sql`one.one_id`);
  return { where: [...isOfSubject, ...isOfAction], within, kind: "merged", forEach: actorsOfAccount(actor) };
};

const ofSubject = (subject: string): Equality[] => {
  const { name, id } = parseFilter(subject);
  const ofKind = { column: kind, value: Prisma.sql`${name}` };
  return id === undefined ? [ofKind] : [ofKind, { column: Prisma.sql`subject_id`, value: Prisma.sql`${id}::bigint` }];
};

const isOneSubject = (subject: string | undefined) => subject !== undefined && parseFilter(subject).id !== undefined;

const listed = (kinds: readonly SubjectKind[]) => Prisma.join(kinds.map((name) => Prisma.raw(escapeLiteral(name))));

/** Walks the events of each kind separately, because there may be far more events of other kinds, such as sign-ins. */
const walksOfKinds = (kinds: readonly SubjectKind[]): Walks => ({
  kind: "merged",
  where: [],
  within: [{ column: kind, value: Prisma.sql`one.one_kind` }],
  forEach: Prisma.sql`unnest(ARRAY[${listed(kinds)}]) AS one (one_kind)`,
});

const isEqual = ({ column, value }: Equality) => Prisma.sql`${column} = ${value}`;

/**
 * @param kinds - Lists only these kinds of subjects, and shows accounts by their names. `action` and `subject` must be
 *   of one of them.
 */
export const auditEventListing = (query: EventFilters, kinds?: readonly SubjectKind[]): Listing => {
  const { actor, action, subject, counted: name, actionId, createdFrom, createdTo } = query;
  const bySubject = subject === undefined ? [] : ofSubject(subject);
  const byActor = actor === undefined ? [] : ofActor(actor);
  const counted = name === undefined ? undefined : countedEvents[name];
  const actions = [...new Set([action, counted?.action])].filter((one) => one !== undefined);
  const byAction = actions.map((one) => ({ column: Prisma.sql`action`, value: Prisma.sql`${one}` }));
  // Each filter has its own index. The index of a single subject is preferred, because a subject has few events.
  // Otherwise PostgreSQL chooses the most selective index.
  const [first = [], ...rest] = [bySubject, byActor, byAction].filter((filter) => filter.length > 0);
  const isFirstUsed = rest.length === 0 || isOneSubject(subject);
  const others = isFirstUsed ? rest : [first, ...rest];
  const isOfAnyKind = subject === undefined && actions.length === 0;
  const ofKinds = kinds !== undefined && isOfAnyKind ? kinds : undefined;
  const byOthers: Walks = isAccount(actor)
    ? accountListing({ actor, actions, subject }, bySubject)
    : ofKinds !== undefined && actor === undefined
      ? walksOfKinds(ofKinds)
      : {
          where: others.flat().map(isEqual),
          within: isFirstUsed ? first : [],
        };
  const ofAction: Walks | undefined =
    actionId === undefined
      ? undefined
      : {
          where: [
            ...(isAccount(actor) ? [isOfAccount(actor)] : byActor.map(isEqual)),
            ...[...bySubject, ...byAction].map(isEqual),
          ],
          within: [{ column: Prisma.sql`action_id`, value: Prisma.sql`${readActionId(actionId).id}::bigint` }],
        };
  const { where, ...walk } = ofAction ?? byOthers;
  return {
    weight: eventBytes,
    select: kinds === undefined ? auditEventColumns : historyColumns,
    from: Prisma.sql`audit_event`,
    where: [
      ...where,
      ...(counted?.where ?? []),
      ...conditionsOf(givenIn<EventFilters, undefined>(filters, query), undefined),
      ...(ofKinds === undefined || (actor === undefined && ofAction === undefined)
        ? []
        : [Prisma.sql`${kind} IN (${listed(ofKinds)})`]),
    ],
    ...walk,
    range: {
      from: createdFrom === undefined ? undefined : Prisma.sql`${new Date(createdFrom)}`,
      below: createdTo === undefined ? undefined : Prisma.sql`${new Date(createdTo)}`,
    },
    order: { columns: [Prisma.sql`at`, Prisma.sql`id`], isDescending: true },
    isPartitioned: true,
  };
};

type EventQuery = EventFilters & Pick<PageRequest, "limit"> & { readonly cursor?: string | undefined };

/** @param path - The path of the listing, including `/v1`. */
export const readEvents = async (
  { database, cursors }: ListingDeps,
  path: string,
  { limit, cursor, ...query }: EventQuery,
  kinds?: readonly SubjectKind[],
) => {
  const { rows, headers } = await readPage<AuditEventRow>(
    { pool: database.reads.pool, cursors },
    { path, filters: parametersOf(filters, query), limit, cursor },
    { listing: auditEventListing(query, kinds), keyOf: ({ at, id }) => [at.toISOString(), Number(id)] },
  );
  return { status: 200, body: rows.map(toAuditEvent), headers } as const;
};
