import { isDeepStrictEqual } from "node:util";
import { WebhookEndpoint } from "@petstore/contract/schemas";
import { lockRow, type LockStrength } from "../database/lock-row.js";
import type { Tx } from "../database/prisma-client.js";
import { notFound } from "../errors.js";
import { readPlace } from "../events/event-feed.js";
import type { Prisma } from "../generated/client.js";
import { requireMatch } from "../operation/etag.js";
import { shapeRow } from "../operation/shape-row.js";

export const NOUN = "webhook endpoint";
export const KIND = "webhook_endpoint";

/** The models that an endpoint is read from, in a transaction or outside of one. */
export type Endpoints = Pick<Tx, "webhookEndpoint" | "eventFeed">;

/** The columns of an endpoint that a client sees: no secret, but the number of waiting deliveries. */
export const shown = {
  omit: { secret: true, oldSecret: true },
  include: { _count: { select: { deliveries: { where: { nextAttemptAt: { not: null } } } } } },
} as const satisfies Prisma.WebhookEndpointDefaultArgs;

type ShownRow = {
  readonly cursor: string;
  readonly oldSecretUntil: string | null;
  readonly _count: { readonly deliveries: number };
};

const shape = shapeRow(WebhookEndpoint);

/** @returns a function that makes the body of an endpoint from its row */
export const openShape = async ({ eventFeed }: Endpoints): Promise<(row: ShownRow) => WebhookEndpoint> => {
  const feed = await eventFeed.findFirst({ select: { epoch: true, position: true } });
  const end = feed === null ? undefined : { epoch: feed.epoch, position: Number(feed.position) };
  return ({ _count: count, ...row }) => {
    const { epoch, position } = readPlace(row.cursor);
    const behind = end === undefined ? 0 : end.position - (epoch === end.epoch ? position : 0);
    const isOver = row.oldSecretUntil === null || Date.parse(row.oldSecretUntil) <= Date.now();
    const oldSecretUntil = isOver ? null : row.oldSecretUntil;
    return shape({ ...row, behind, retrying: count.deliveries, oldSecretUntil });
  };
};

/** @throws AppError 404 */
export const findEndpoint = async (tx: Endpoints, id: number): Promise<WebhookEndpoint> => {
  const row = await tx.webhookEndpoint.findUnique({ where: { id }, ...shown });
  if (row === null) throw notFound(NOUN, id);
  return (await openShape(tx))(row);
};

/** Checks an endpoint before work that takes long. @throws AppError 404, 412 */
export const checkEndpoint = async (
  tx: Endpoints,
  id: number,
  ifMatch: string | undefined,
): Promise<WebhookEndpoint> => {
  const endpoint = await findEndpoint(tx, id);
  requireMatch(ifMatch, NOUN, endpoint);
  return endpoint;
};

type Locked = { readonly endpoint: WebhookEndpoint; readonly lockedAt: Date };

/**
 * Locks an endpoint. It waits for other changes, and for a delivery that is being noted.
 * @returns the endpoint under the lock, and the time of the lock by the database's clock
 * @throws AppError 404, 412
 */
export const lockEndpoint = async (
  tx: Tx,
  id: number,
  ifMatch?: string,
  strength: LockStrength = "update",
): Promise<Locked> => {
  const lockedAt = await lockRow(tx, "webhookEndpoint", id, strength);
  if (lockedAt === undefined) throw notFound(NOUN, id);
  return { endpoint: await checkEndpoint(tx, id, ifMatch), lockedAt };
};

/** Returns what a client decides about an endpoint. Deliveries change the rest, which the audit trail leaves out. */
export const decided = ({ id, url, description, types, state, stateReason }: WebhookEndpoint) => ({
  id,
  url,
  description,
  types,
  state,
  ...(stateReason !== null && { stateReason }),
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
