import type { Environment } from "../service/service-process.js";
import type { Access } from "./access.js";
import type { Ask } from "./ask.js";
import type { Gains, GainCounts } from "./gains.js";

export type Scale = {
  readonly count: number;
  /** How long the attack lasts after all of it has begun. */
  readonly seconds: number;
};

/** The facts that an attacker knows about the service. It includes keys only if the attack says so. */
export type Target = {
  readonly port: number;
  readonly access: Access;
  /**
   * The index of the first connection of this process. If one process may not open enough connections, several share
   * the attack.
   */
  readonly first: number;
  readonly count: number;
};

type Bounds = {
  /** The limit for each kind of the victim's requests. The short form of the attack does not check it. */
  readonly p99Ms?: number;
  readonly rssMb: number;
  /** How much the resident memory may grow in the short form, whose attack is smaller. */
  readonly shortGrowthMb?: number;
  /**
   * How many requests may begin in one turn of the event loop. The number does not depend on the speed of the machine.
   */
  readonly perTurn?: number;
};

export type Attack = {
  readonly name: string;
  readonly env?: Environment;
  /** Statements that prepare the attack's copy of the store. */
  readonly seed?: string;
  readonly full: Scale;
  /** The size of the attack in the short form; undefined if the short form omits it. */
  readonly short?: Scale;
  readonly victims: (access: Access) => readonly Ask[];
  readonly bounds: Bounds;
  /**
   * Runs in a separate process. It resolves when the whole attack has begun. The attack continues until `signal`
   * aborts.
   */
  readonly strike: (target: Target, gains: Gains, signal: AbortSignal) => Promise<void>;
  /** @returns Sentences about responses or connections that the attacker should not have got. */
  readonly judge?: (gains: GainCounts, scale: Scale) => readonly string[];
};
