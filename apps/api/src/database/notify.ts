import type { Db } from "./prisma-client.js";

/** Sends a notification, which PostgreSQL passes on to every listener of the channel and does not store. */
export const notify = (db: Pick<Db, "$executeRaw">, channel: string, payload: string): Promise<unknown> =>
  db.$executeRaw`SELECT pg_notify(${channel}, ${payload})`;
