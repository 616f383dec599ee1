import type { Logger } from "pino";
import { createSignInTrail, type SignInTrail } from "./auth/sign-in-trail.js";
import { openAuthSecret } from "./auth-secret.js";
import type { Config } from "./config.js";
import { type Cursors, createCursors } from "./cursors.js";
import { type ChangeFeed, openChangeFeed } from "./database/change-feed.js";
import type { Database } from "./database/open-database.js";
import { watchEventLoopDelay, type EventLoopDelay } from "./concurrency/event-loop-delay.js";
import { createLanes, type Lanes } from "./concurrency/lanes.js";
import { createCredentialLookups } from "./gate/credential-lookups.js";
import { createCredentials, type Credentials } from "./gate/credentials.js";
import { createKeptAnswers, type KeptAnswers } from "./gate/kept-answers.js";
import { createKeyUses, type KeyUses } from "./gate/key-uses.js";
import { openRequestCounts, type RequestCounts } from "./gate/request-counts.js";
import type { PrismaClient } from "./generated/client.js";
import { createExpirySweep, type ExpirySweep } from "./expiry-sweep.js";
import { alone, type Peers } from "./peers.js";
import { sharedSecret } from "./shared-secret.js";

/** All that the service is built from. An operation declares what it uses of it: `Pick<Deps, "db">`. */
export type Deps = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly db: PrismaClient;
  readonly database: Database;
  /** Where all statements run: fair shares of the database's connections. */
  readonly lanes: Lanes;
  readonly eventLoopDelay: EventLoopDelay;
  readonly cursors: Cursors;
  readonly changeFeed: ChangeFeed;
  /** The other workers of this service. */
  readonly peers: Peers;
  readonly credentials: Credentials;
  readonly keptAnswers: KeptAnswers;
  readonly keyUses: KeyUses;
  readonly expirySweep: ExpirySweep;
  /** Signs the cookies of `/auth`. */
  readonly authSecret: string;
  readonly signInTrail: SignInTrail;
  /** What the rate limit is held against; undefined where there is none. */
  readonly requestCounts: RequestCounts | undefined;
  /** Ready from the end of the first start until the service begins to stop; `/readyz` tells. */
  readonly life: { state: "starting" | "ready" | "stopping" };
  /** Holds every answer against the contract: on in tests. */
  readonly isResponseValidated: boolean;
};

/** Builds the service's parts on a store that is open and migrated. */
export const createDeps = async (
  config: Config,
  log: Logger,
  database: Database,
  peers: Peers = alone(),
): Promise<Deps> => {
  const { db } = database;
  const authSecret = await openAuthSecret(config);
  const cursors = createCursors(await sharedSecret(db, "cursor"));
  const requestCounts = await openRequestCounts(config, log, peers);
  const eventLoopDelay = watchEventLoopDelay();
  const lanes = createLanes(() => eventLoopDelay.isOverloaded());
  const changeFeed = openChangeFeed(database.connection, log);
  return {
    config,
    log,
    clock: () => new Date(),
    db,
    database,
    lanes,
    eventLoopDelay,
    cursors,
    changeFeed,
    peers,
    credentials: createCredentials(
      config.environment,
      createCredentialLookups(database.pool, lanes.control),
      changeFeed,
      peers,
    ),
    keptAnswers: createKeptAnswers(changeFeed, peers),
    keyUses: createKeyUses(db, lanes.control, log),
    expirySweep: createExpirySweep(db, lanes.control, log),
    authSecret,
    signInTrail: createSignInTrail(database.pool, lanes.control, log),
    requestCounts,
    life: { state: "starting" },
    isResponseValidated: false,
  };
};

type Closable =
  | "changeFeed"
  | "eventLoopDelay"
  | "keyUses"
  | "expirySweep"
  | "signInTrail"
  | "requestCounts"
  | "database";

export const closeDeps = async (deps: Pick<Deps, Closable>): Promise<void> => {
  deps.requestCounts?.close();
  deps.eventLoopDelay.close();
  await Promise.all([
    deps.changeFeed.close(),
    deps.keyUses.close(),
    deps.expirySweep.close(),
    deps.signInTrail.close(),
  ]);
  await deps.database.close();
};
