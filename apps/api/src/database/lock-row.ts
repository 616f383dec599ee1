import { Prisma } from "../generated/client.js";
import type { Tx } from "./prisma-client.js";

/** The tables of the models whose rows operations lock, with their keys: Prisma has no row locks (prisma/prisma#5983). */
const tables = { account: "account", apiKey: "api_key", session: "session", store: "store" } as const;

/**
 * How a row is locked: other rows may still refer to one that is only updated, and several transactions may share the lock
 * of one that they only want to stay as it is.
 */
const locks = {
  update: Prisma.sql`FOR NO KEY UPDATE`,
  deletion: Prisma.sql`FOR UPDATE`,
  share: Prisma.sql`FOR SHARE`,
};

/** Locks a row until the transaction ends; what a model reads afterwards is what the row has until then. */
export const lockRow = async (
  tx: Pick<Tx, "$executeRaw">,
  model: keyof typeof tables,
  id: number | bigint,
  mode: keyof typeof locks,
): Promise<void> => {
  await tx.$executeRaw`SELECT FROM ${Prisma.raw(tables[model])} WHERE id = ${id} ${locks[mode]}`;
};
