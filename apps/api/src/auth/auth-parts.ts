import type { WorkerBus } from "../concurrency/worker-bus.js";
import type { Config } from "../config/config.js";
import type { RequestMetrics } from "../metrics/request-metrics.js";
import type { Presence } from "./presence.js";
import type { SignInTrail } from "./sign-in-trail.js";
import type { Challenges } from "./challenges.js";
import type { Devices } from "./devices.js";
import type { SignInLimits } from "./sign-in-limits.js";
import type { Db } from "../database/prisma-client.js";

/** All parts that the operations below `/auth` use. Each operation declares those that it needs. */
export type AuthDeps = {
  readonly db: Db;
  readonly config: Config;
  readonly clock: () => Date;
  readonly workerBus: WorkerBus;
  readonly authSecret: string;
  readonly presence: Presence;
  readonly signInTrail: SignInTrail;
  readonly metrics: RequestMetrics | undefined;
};

/** The parts that several operations below `/auth` share. */
export type AuthParts = {
  readonly limits: SignInLimits;
  readonly devices: Devices;
  readonly challenges: Challenges;
};
