import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { readStoreIdentity } from "../../database/store-identity.js";

const STORE_DIGITS = 8;

/**
 * Returns the part of the names that tells the backups of a store from those of other stores in the same place. It
 * survives a failover, but not a restore into another database.
 */
export const readStoreMark = async (pool: Pool): Promise<string> => {
  const { cluster, database, schema } = await readStoreIdentity(pool);
  return createHash("sha256").update(`${cluster}/${database}/${schema}`).digest("hex").slice(0, STORE_DIGITS);
};

/** Every name of a store's backups begins with this. */
export const nameStart = (store: string): string => `petstore-${store}-`;

/** Returns a name such as `petstore-3f9a2c41-20261129T021500Z.gz`; its time is in UTC. */
export const backupName = (store: string, time: Date, isEncrypted: boolean): string =>
  `${nameStart(store)}${time.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.gz${isEncrypted ? ".age" : ""}`;

const name = /^petstore-(?<store>[0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz(?:\.age)?$/;

/** @returns the time in the name; undefined if it is not the name of a backup of this store */
export const timeOfName = (text: string, store: string): Date | undefined => {
  const match = name.exec(text);
  if (match?.groups?.["store"] !== store) return undefined;
  const [, , year, month, day, hours, minutes, seconds] = match;
  const time = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
};
