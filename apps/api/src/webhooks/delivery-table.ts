import type { WebhookDelivery } from "@petstore/contract/routes";
import { Prisma } from "../generated/client.js";

type Times = "createdAt" | "lastAttemptAt" | "nextAttemptAt";

export type DeliveryRow = Omit<WebhookDelivery, Times | "id" | "endpointId"> &
  Readonly<Record<Times, Date | null>> &
  Readonly<Record<"id" | "endpointId", bigint | string>>;

/** The columns that SELECT and RETURNING name. */
export const deliveryColumns = `webhook_delivery.id, webhook_delivery.endpoint_id AS "endpointId", message_id AS "messageId", event_id AS "eventId",
  webhook_delivery.type, webhook_delivery.state, attempts, status, problem, duration_ms AS "durationMs",
  request_bytes AS "requestBytes", response_bytes AS "responseBytes", webhook_delivery.created_at AS "createdAt",
  last_attempt_at AS "lastAttemptAt", next_attempt_at AS "nextAttemptAt"`;

export const listedDeliveryColumns = Prisma.raw(deliveryColumns);

const timeOf = (at: Date | null) => at?.toISOString() ?? null;

/** The order is that of the contract's fields. */
export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: Number(row.id),
  endpointId: Number(row.endpointId),
  messageId: row.messageId,
  eventId: row.eventId,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  problem: row.problem,
  durationMs: row.durationMs,
  requestBytes: row.requestBytes,
  responseBytes: row.responseBytes,
  createdAt: row.createdAt?.toISOString() ?? "",
  lastAttemptAt: timeOf(row.lastAttemptAt),
  nextAttemptAt: timeOf(row.nextAttemptAt),
});
