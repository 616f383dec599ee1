import { setTimeout as sleep } from "node:timers/promises";
import type { NodeName } from "./database-node.js";
import { type Found, leaderOf, nothing, type Stage, type Trial } from "./stage.js";

const FOLLOWED_WITHIN_MS = 60_000;
const AFTER_MS = 3_000;
/** This is longer than Patroni's ttl, so the other node must take over. */
const PARTITION_MS = 35_000;

const untilAnotherLeads = async (stage: Stage, former: string): Promise<void> => {
  const giveUpAt = performance.now() + FOLLOWED_WITHIN_MS;
  for (;;) {
    const leader = await stage.cluster.leader();
    if (leader !== undefined && leader !== former) return;
    if (performance.now() > giveUpAt) throw new Error(`Nobody followed ${former} as the primary.`);
    await sleep(200);
  }
};

/** Simulates, as far as this is possible on loopback, a machine that is lost and comes back. */
const loseMachine = async (
  { cluster }: Stage,
  began: () => void,
  name: NodeName,
  meanwhile: () => Promise<void>,
): Promise<Found> => {
  const { patroni, postmaster } = cluster.nodes[name];
  const pid = await postmaster();
  began();
  await patroni.end("SIGKILL");
  process.kill(pid, "SIGKILL");
  await meanwhile();
  patroni.start();
  await cluster.whole();
  return nothing;
};

const killPrimary: Trial = {
  name: "kill -9 of the primary and its Patroni",
  inject: async (stage, began) => {
    const former = await leaderOf(stage);
    return loseMachine(stage, began, former, async () => {
      await untilAnotherLeads(stage, former);
      await sleep(AFTER_MS);
    });
  },
};

const killPostgres: Trial = {
  name: "kill -9 of the primary, Patroni stays",
  inject: async (stage, began) => {
    const former = await leaderOf(stage);
    const pid = await stage.cluster.nodes[former].postmaster();
    began();
    process.kill(pid, "SIGKILL");
    await sleep(AFTER_MS);
    await stage.cluster.whole();
    return nothing;
  },
};

const switchOver: Trial = {
  name: "switchover",
  inject: async (stage, began) => {
    began();
    await stage.cluster.switchOver();
    await stage.cluster.whole();
    return nothing;
  },
};

const loseStandby: Trial = {
  name: "kill -9 of the synchronous standby and its Patroni",
  inject: async (stage, began) => {
    const standby = (await leaderOf(stage)) === "a" ? "b" : "a";
    return loseMachine(stage, began, standby, () => sleep(PARTITION_MS));
  },
};

/** The primary keeps its clients, but loses its connection to etcd and to its standby. */
const partitionPrimary: Trial = {
  name: "partitioned primary",
  inject: async (stage, began): Promise<Found> => {
    const former = await leaderOf(stage);
    const { etcdPath, replicationPath } = stage.cluster.nodes[former];
    began();
    const cut = etcdPath.hold() + replicationPath.hold();
    await untilAnotherLeads(stage, former);
    await sleep(AFTER_MS);
    await etcdPath.heal();
    await replicationPath.heal();
    await stage.cluster.whole();
    return {
      remarks: [`${cut} connections silenced`],
      reasons: cut < 2 ? ["the partition hit too few connections"] : [],
    };
  },
};

export const databaseTrials: readonly Trial[] = [killPrimary, killPostgres, switchOver, loseStandby, partitionPrimary];
