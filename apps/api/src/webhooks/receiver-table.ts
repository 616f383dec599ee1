import type { Query } from "../database/query.js";
import { notFound } from "../errors.js";
import type { Receiver } from "./attempt.js";
import { NOUN } from "./endpoint-table.js";

/** What an attempt needs of an endpoint. */
export const receiverColumns = `webhook_endpoint.id, url, secret, old_secret AS "oldSecret", old_secret_until AS "oldSecretUntil"`;

type ReceiverRow = Omit<Receiver, "id"> & { readonly id: string };

/** @throws AppError 404 */
export const findReceiver = async (query: Query, id: number): Promise<Receiver> => {
  const [row] = await query<ReceiverRow>(`SELECT ${receiverColumns} FROM webhook_endpoint WHERE id = $1::bigint`, [id]);
  if (row === undefined) throw notFound(NOUN, id);
  return { ...row, id };
};
