import type { Environment } from "../service/service-process.js";
import type { Access } from "./access.js";
import type { Ask } from "./ask.js";
import type { Gains, GainCounts } from "./gains.js";

export type Scale = {
  readonly count: number;
  /** How long the attack lasts once all of it has begun. */
  readonly seconds: number;
};

/** What an attacker knows. It has keys only where the attack says so. */
export type Target = {
  readonly port: number;
  readonly access: Access;
  /** Several processes share an attack that has more connections than one may open. */
  readonly first: number;
  readonly count: number;
};

type Bounds = {
  /** The bound for each kind of the victim's requests; not judged in the short form. */
  readonly p99Ms?: number;
  readonly rssMb: number;
  /** The growth of resident memory in the short form, whose attack is smaller. */
  readonly shortGrowthMb?: number;
  /** Requests that may begin in one turn of the event loop, whatever the speed of the machine. */
  readonly perTurn?: number;
};

export type Attack = {
  readonly name: string;
  readonly env?: Environment;
  /** Statements that prepare its copy of the store. */
  readonly seed?: string;
  readonly full: Scale;
  /** Undefined: the short form omits it. */
  readonly short?: Scale;
  readonly victims: (access: Access) => readonly Ask[];
  readonly bounds: Bounds;
  /** Runs in a process of its own. It resolves when all of it has begun, and what it began continues until `signal` aborts. */
  readonly strike: (target: Target, gains: Gains, signal: AbortSignal) => Promise<void>;
  /** @returns what the attacker must not get, as sentences */
  readonly judge?: (gains: GainCounts, scale: Scale) => readonly string[];
};
