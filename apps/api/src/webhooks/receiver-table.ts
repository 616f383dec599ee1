import type { Tx } from "../database/prisma-client.js";
import { notFound } from "../errors.js";
import type { Receiver } from "./attempt.js";
import { NOUN } from "./endpoint-table.js";

/** Reads the facts about an endpoint that an attempt needs. @throws AppError 404 */
export const findReceiver = async (tx: Pick<Tx, "webhookEndpoint">, id: number): Promise<Receiver> => {
  const select = { url: true, secret: true, oldSecret: true, oldSecretUntil: true };
  const row = await tx.webhookEndpoint.findUnique({ where: { id }, select });
  if (row === null) throw notFound(NOUN, id);
  return { id, ...row, oldSecretUntil: row.oldSecretUntil === null ? null : new Date(row.oldSecretUntil) };
};
