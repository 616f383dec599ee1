import type { Environment } from "../service/service-process.js";
import type { Access } from "./access.js";
import type { Ask } from "./ask.js";
import type { Gains, GainCounts } from "./gains.js";

export type Scale = {
  readonly count: number;
  /** How long the attack lasts once all of it has begun. */
  readonly seconds: number;
};

/** What an attacker knows. It has keys only if the attack says so. */
export type Target = {
  readonly port: number;
  readonly access: Access;
  /** Several processes share an attack that has more connections than one process may open. */
  readonly first: number;
  readonly count: number;
};

type Bounds = {
  /** The limit for each kind of the victim's requests, which the short form does not check. */
  readonly p99Ms?: number;
  readonly rssMb: number;
  /** The allowed growth of resident memory in the short form, whose attack is smaller. */
  readonly shortGrowthMb?: number;
  /** How many requests may begin in one turn of the event loop, whatever the speed of the machine. */
  readonly perTurn?: number;
};

export type Attack = {
  readonly name: string;
  readonly env?: Environment;
  /** Statements that prepare the attack's copy of the store. */
  readonly seed?: string;
  readonly full: Scale;
  /** If it is undefined, the short form omits the attack. */
  readonly short?: Scale;
  readonly victims: (access: Access) => readonly Ask[];
  readonly bounds: Bounds;
  /**
   * Runs in a separate process. It resolves when all of the attack has begun; what it began continues until `signal`
   * aborts.
   */
  readonly strike: (target: Target, gains: Gains, signal: AbortSignal) => Promise<void>;
  /** @returns Sentences about what the attacker should not have got. */
  readonly judge?: (gains: GainCounts, scale: Scale) => readonly string[];
};
