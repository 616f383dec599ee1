import { isDeepStrictEqual } from "node:util";
import { WebhookEndpoint } from "@petstore/contract/schemas";
import { lockRow, type LockStrength } from "../database/lock-row.js";
import type { Tx } from "../database/prisma-client.js";
import { notFound } from "../errors.js";
import { readPlace } from "../events/event-feed.js";
import type { Prisma } from "../generated/client.js";
import { tagOfParts } from "../operation/etag.js";
import { requireTag } from "../operation/if-match.js";
import { shapeRow } from "../operation/shape-row.js";

export const NOUN = "webhook endpoint";
export const KIND = "webhook_endpoint";

/** The models from which an endpoint is read, in a transaction or outside of one. */
export type Endpoints = Pick<Tx, "webhookEndpoint" | "webhookDelivery" | "eventFeed">;

/** The secret is left out, because no client gets it. */
export const omit = { secret: true, oldSecret: true } as const satisfies Prisma.WebhookEndpointOmit;

type Row = { readonly cursor: string; readonly oldSecretUntil: string | null };

/**
 * Counts the deliveries that wait. The `_count` of an endpoint would make PostgreSQL count the deliveries of all
 * endpoints.
 * @returns a function from the id of an endpoint to its number
 */
export const countRetrying = async (
  { webhookDelivery }: Pick<Endpoints, "webhookDelivery">,
  ids: readonly number[],
): Promise<(id: number) => number> => {
  const where = { endpointId: { in: [...ids] }, nextAttemptAt: { not: null } };
  const groups = await webhookDelivery.groupBy({ by: ["endpointId"], where, _count: true });
  const counts = new Map(groups.map(({ endpointId, _count: count }) => [endpointId, count]));
  return (id) => counts.get(id) ?? 0;
};

const shape = shapeRow(WebhookEndpoint);

/** Creates the body of an endpoint from its row and the number of its waiting deliveries. */
type Shape = (row: Row, retrying: number) => WebhookEndpoint;

/** Reads the end of the feed once, for all endpoints that are shown together. */
export const openShape = async ({ eventFeed }: Pick<Endpoints, "eventFeed">): Promise<Shape> => {
  const feed = await eventFeed.findFirst({ select: { epoch: true, position: true } });
  const end = feed === null ? undefined : { epoch: feed.epoch, position: Number(feed.position) };
  return (row, retrying) => {
    const { epoch, position } = readPlace(row.cursor);
    const behind = end === undefined ? 0 : end.position - (epoch === end.epoch ? position : 0);
    const isOver = row.oldSecretUntil === null || Date.parse(row.oldSecretUntil) <= Date.now();
    const oldSecretUntil = isOver ? null : row.oldSecretUntil;
    return shape({ ...row, behind, retrying, oldSecretUntil });
  };
};

/**
 * Reads an endpoint outside of a transaction, whose single connection would run the three statements in turn.
 * @throws AppError 404
 */
export const findEndpoint = async (db: Endpoints, id: number): Promise<WebhookEndpoint> => {
  const [row, toEndpoint, retrying] = await Promise.all([
    db.webhookEndpoint.findUnique({ where: { id }, omit }),
    openShape(db),
    countRetrying(db, [id]),
  ]);
  if (row === null) throw notFound(NOUN, id);
  return toEndpoint(row, retrying(id));
};

/**
 * The fields of an endpoint that clients control. Deliveries change the other fields, so the audit trail leaves the
 * other fields out.
 */
export type Decided = Pick<WebhookEndpoint, "id" | "url" | "description" | "types" | "status" | "statusReason">;

const toDecided = shapeRow(
  WebhookEndpoint.pick({ id: true, url: true, description: true, types: true, status: true, statusReason: true }),
);

/**
 * `If-Match` compares only what callers decide: whether events are sent, to which URL, and which ones. Deliveries
 * change the other fields. A delivery may also pause an endpoint for a while, so a pause does not count either.
 */
export const endpointTag = (endpoint: WebhookEndpoint): string => {
  const { id, url, description, types, status, updatedAt } = endpoint;
  return tagOfParts({ id, url, description, types, isDisabled: status === "disabled", updatedAt }, endpoint);
};

/** Checks an endpoint before slow work. @throws AppError 404, 412 */
export const checkEndpoint = async (tx: Endpoints, id: number, ifMatch?: string): Promise<Decided> => {
  if (ifMatch !== undefined) {
    const endpoint = await findEndpoint(tx, id);
    requireTag(ifMatch, NOUN, () => endpointTag(endpoint));
    return endpoint;
  }
  const row = await tx.webhookEndpoint.findUnique({ where: { id }, omit });
  if (row === null) throw notFound(NOUN, id);
  return toDecided(row);
};

/**
 * Locks an endpoint. It waits for other changes, and for a delivery that is being noted.
 * @returns the time of the lock by the database's clock
 * @throws AppError 404
 */
export const lockEndpoint = async (tx: Tx, id: number, strength: LockStrength = "update"): Promise<Date> => {
  const lockedAt = await lockRow(tx, "webhookEndpoint", id, strength);
  if (lockedAt === undefined) throw notFound(NOUN, id);
  return lockedAt;
};

type Data = Prisma.WebhookEndpointUpdateInput;

/** Writes to an endpoint that the transaction has just created: no delivery waits. */
export const writeNew = async (tx: Tx, id: number, data: Data): Promise<WebhookEndpoint> => {
  const row = await tx.webhookEndpoint.update({ where: { id }, data, omit });
  return (await openShape(tx))(row, 0);
};

type Locked = {
  readonly endpoint: WebhookEndpoint;
  readonly lockedAt: Date;
  /** Encrypted. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** Writes to the endpoint, and returns its new state. */
  readonly write: (data: Data) => Promise<WebhookEndpoint>;
};

/** Locks an endpoint that changes, as {@link lockEndpoint} does. @throws AppError 404, 412 */
export const openEndpoint = async (tx: Tx, id: number, ifMatch: string | undefined): Promise<Locked> => {
  const lockedAt = await lockEndpoint(tx, id);
  const { secret, ...row } = await tx.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  const toEndpoint = await openShape(tx);
  const retrying = (await countRetrying(tx, [id]))(id);
  const endpoint = toEndpoint(row, retrying);
  requireTag(ifMatch, NOUN, () => endpointTag(endpoint));
  // While the endpoint is locked, no attempt is noted, so the number of waiting deliveries stays the same.
  const write = async (data: Data) =>
    toEndpoint(await tx.webhookEndpoint.update({ where: { id }, data, omit }), retrying);
  return { endpoint, lockedAt, secret, write };
};

/** Returns the fields of an endpoint that the audit trail keeps. */
export const decided = ({ id, url, description, types, status, statusReason }: Decided) => ({
  id,
  url,
  description,
  types,
  status,
  ...(statusReason !== null && { statusReason }),
});

/** The audit event of a change by a client. */
export const changeOf = (action: "update" | "replay", before: WebhookEndpoint, after: WebhookEndpoint) =>
  ({
    action: `${KIND}.${action}`,
    subject: { kind: KIND, id: before.id },
    ...(action === "replay"
      ? { before: { ...decided(before), cursor: before.cursor }, after: { ...decided(after), cursor: after.cursor } }
      : { before: decided(before), after: decided(after) }),
  }) as const;

export const isSameDecision = (before: WebhookEndpoint, after: WebhookEndpoint) =>
  isDeepStrictEqual(decided(before), decided(after));
