import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import type { Build } from "../service/service-process.js";
import type { Acknowledged } from "../traffic/careful-writers.js";
import type { Cluster } from "./cluster.js";
import type { NodeName } from "./database-node.js";
import type { Replicas } from "./replicas.js";

export type Stage = {
  readonly cluster: Cluster;
  readonly replicas: Replicas;
  readonly build: Build;
  readonly cleanup: Cleanup;
  /** The writes that have been acknowledged so far. */
  readonly acknowledged: readonly Acknowledged[];
};

/** The results that a trial reports in addition to those that every trial must have. */
export type Found = {
  readonly remarks: readonly string[];
  readonly reasons: readonly string[];
};

export type Trial = {
  readonly name: string;
  /** True if a failed request fails the trial. */
  readonly isInvisible?: true;
  /**
   * Injects the fault, ends it, and resolves when everything works again.
   * @param began - Must be called at the moment of the fault.
   */
  readonly inject: (stage: Stage, began: () => void) => Promise<Found>;
};

export const nothing: Found = { remarks: [], reasons: [] };

export const leaderOf = async ({ cluster }: Stage): Promise<NodeName> => {
  const name = await cluster.leader();
  if (name === undefined) throw new Error("The cluster has no leader.");
  return name;
};
