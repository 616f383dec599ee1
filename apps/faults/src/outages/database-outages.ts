import { setTimeout as sleep } from "node:timers/promises";
import { storeDatabase } from "../store/postgres.js";
import { fillDisk } from "../store/small-disk.js";
import { createAuthority, issue } from "./certificates.js";
import type { DatabaseServer } from "./database-server.js";
import type { Outage } from "./outage.js";

const SYNCHRONOUS_WITHIN_MS = 30_000;
const CANNOT_SERVE = "PetStoreCannotServe";

/** Ends the open connections of the service, which would otherwise go on working. */
const endConnections = (server: DatabaseServer) =>
  server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [storeDatabase]);

const stopped: Outage = {
  name: "the database is stopped",
  alert: CANNOT_SERVE,
  mayFail: "all",
  begin: async ({ databases: { primary } }) => {
    await primary.stop("SIGINT");
    return () => primary.start();
  },
};

const paused: Outage = {
  name: "the database gives no answer (SIGSTOP)",
  alert: CANNOT_SERVE,
  mayFail: "all",
  begin: async ({ databases: { primary } }) => {
    await primary.signal("SIGSTOP");
    return () => primary.signal("SIGCONT");
  },
};

const refusing: Outage = {
  name: "the database refuses logins",
  alert: CANNOT_SERVE,
  mayFail: "all",
  begin: async ({ databases: { primary } }) => {
    await primary.query(`ALTER ROLE ${storeDatabase} NOLOGIN`);
    await endConnections(primary);
    return async () => void (await primary.query(`ALTER ROLE ${storeDatabase} LOGIN`));
  },
};

/** The repair is a third certificate, of the authority that the service trusts. */
const untrusted: Outage = {
  name: "the database's certificate is replaced by one of an unknown authority",
  alert: CANNOT_SERVE,
  mayFail: "all",
  begin: async ({ databases: { primary }, folder, authority }) => {
    const unknown = await createAuthority(folder, "unknown");
    await primary.present(await issue(folder, "second", unknown));
    await endConnections(primary);
    return async () => primary.present(await issue(folder, "third", authority));
  },
};

/** A certificate that is renewed in time: the connections end, and nobody notices. */
const renewed: Outage = {
  name: "the database's certificate is renewed",
  mayFail: "all",
  begin: async ({ databases: { primary }, folder, authority }) => {
    await primary.present(await issue(folder, "renewed", authority));
    await endConnections(primary);
    return async () => {};
  },
};

const diskFull: Outage = {
  name: "the database's disk is full",
  alert: "PetStoreErrors",
  mayFail: "all",
  whyNot: ({ diskFolder }) => (diskFolder === undefined ? "this system does not permit mounting a tmpfs" : undefined),
  begin: async ({ databases: { primary }, diskFolder = "" }) => {
    const free = await fillDisk(diskFolder);
    return async () => {
      await free();
      // PostgreSQL may have ended, and its supervisor starts it again.
      if (!primary.isRunning()) await primary.start();
    };
  },
};

/** The standby has every acknowledged write, because it is synchronous for the time of the failover. */
const failover: Outage = {
  name: "PostgreSQL fails over to the standby",
  mayFail: "all",
  begin: async ({ databases }) => {
    const { primary, standby } = databases;
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await primary.query("SELECT pg_reload_conf()");
    const giveUpAt = performance.now() + SYNCHRONOUS_WITHIN_MS;
    for (;;) {
      const [state] = await primary.query<{ state: string }>("SELECT sync_state AS state FROM pg_stat_replication");
      if (state?.state === "sync") break;
      if (performance.now() > giveUpAt) throw new Error("The standby does not become synchronous.");
      await sleep(50);
    }
    await primary.stop("SIGKILL");
    await standby.query("SELECT pg_promote(true, 30)");
    Object.assign(databases, { primary: standby, standby: primary });
    return async () => {};
  },
};

export const databaseOutages: readonly Outage[] = [stopped, paused, refusing, untrusted, renewed];
export { diskFull, failover };
