import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "./config.js";
import { type Cursors, createCursors } from "./cursors.js";
import type { Database } from "./database/open-database.js";
import { createKeyUses, type KeyUses } from "./gate/key-uses.js";
import { openRequestCounts, type RequestCounts } from "./gate/request-counts.js";
import type { PrismaClient } from "./generated/client.js";
import { createOutcomeSweep, type OutcomeSweep } from "./idempotency/sweep-outcomes.js";

/** All that the service is built from. An operation declares what it uses of it: `Pick<Deps, "db">`. */
export type Deps = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly db: PrismaClient;
  readonly database: Database;
  readonly cursors: Cursors;
  readonly keyUses: KeyUses;
  readonly outcomeSweep: OutcomeSweep;
  /** What the rate limit is held against; undefined where there is none. */
  readonly requestCounts: RequestCounts | undefined;
  /** Turned to true when the service begins to stop; `/readyz` tells. */
  readonly life: { isStopping: boolean };
  /** Holds every answer against the contract: on in tests. */
  readonly isResponseValidated: boolean;
};

const SECRET_BYTES = 32;

/** The first replica makes the secret, and the others read it: the insert of a second one does nothing. */
const sharedSecret = async (db: PrismaClient, name: string): Promise<Uint8Array> => {
  await db.serviceSecret.createMany({ data: { name, value: randomBytes(SECRET_BYTES) }, skipDuplicates: true });
  return (await db.serviceSecret.findUniqueOrThrow({ where: { name } })).value;
};

/** Builds the service's parts on a store that is open and migrated. */
export const createDeps = async (config: Config, log: Logger, database: Database): Promise<Deps> => {
  const { db } = database;
  const cursors = createCursors(await sharedSecret(db, "cursor"));
  const requestCounts = await openRequestCounts(config, log);
  return {
    config,
    log,
    clock: () => new Date(),
    db,
    database,
    cursors,
    keyUses: createKeyUses(db, log),
    outcomeSweep: createOutcomeSweep(db, log),
    requestCounts,
    life: { isStopping: false },
    isResponseValidated: false,
  };
};

export const closeDeps = async (
  deps: Pick<Deps, "keyUses" | "outcomeSweep" | "requestCounts" | "database">,
): Promise<void> => {
  deps.requestCounts?.close();
  await Promise.all([deps.keyUses.close(), deps.outcomeSweep.close()]);
  await deps.database.close();
};
