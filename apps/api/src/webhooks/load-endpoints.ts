import type { Query } from "../database/query.js";
import type { StoredEndpoint } from "./endpoint.js";

const loadSql = `SELECT webhook_endpoint.id, url, secret, old_secret AS "oldSecret", old_secret_until AS "oldSecretUntil", state AS status, state_reason AS "statusReason", failures, failing_since AS "failingSince",
    last_success_at AS "lastSuccessAt", next_probe_at AS "nextProbeAt", cursor, revision, types,
    waiting.count::integer AS waiting, waiting.due AS "dueAt"
  FROM webhook_endpoint, LATERAL (SELECT count(*) AS count, min(next_attempt_at) AS due FROM webhook_delivery
    WHERE endpoint_id = webhook_endpoint.id AND next_attempt_at IS NOT NULL) AS waiting
  ORDER BY webhook_endpoint.id`;

type Row = Omit<StoredEndpoint, "id"> & { readonly id: string };

/** Reads all endpoints. */
export const loadEndpoints = async (query: Query): Promise<StoredEndpoint[]> => {
  const rows = await query<Row>(loadSql, [], "load_webhook_endpoints");
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
};

/** Counts endpoints by status; those that a client disabled are `off`. */
export const countByStatus = (endpoints: readonly StoredEndpoint[]): Readonly<Record<string, number>> => {
  const statuses = endpoints.map(({ status, statusReason }) => (statusReason === "request" ? "off" : status));
  const count = (status: string) => statuses.filter((one) => one === status).length;
  return { active: count("active"), paused: count("paused"), disabled: count("disabled"), off: count("off") };
};
