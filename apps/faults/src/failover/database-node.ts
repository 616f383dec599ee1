import { chown, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { type FaultProxy, openBytesProxy } from "../proxy/fault-proxy.js";
import { haveExited } from "../service/processes.js";
import { createProcess, type StartedProcess, surroundingsIn, type User } from "../service/started-process.js";
import type { Ports } from "./ports.js";
import type { Programs } from "./programs.js";

export const operations = fileURLToPath(new URL("../../../../ops", import.meta.url));
export const configuration = join(operations, "patroni/patroni.yml");
export type NodeName = keyof Ports["nodes"];
export type Passwords = { readonly superuser: string; readonly replication: string; readonly service: string };

/** A PostgreSQL with its Patroni, and the two network paths that a partition interrupts. */
export type DatabaseNode = {
  readonly name: NodeName;
  readonly patroni: StartedProcess;
  readonly etcdPath: FaultProxy;
  readonly replicationPath: FaultProxy;
  readonly postmaster: () => Promise<number>;
};

type Place = {
  readonly folder: string;
  readonly ports: Ports;
  readonly programs: Programs;
  readonly user: User;
  readonly passwords: Passwords;
};

const STOP_WITHIN_MS = 5_000;

export const createDatabaseNode = async (name: NodeName, place: Place, cleanup: Cleanup): Promise<DatabaseNode> => {
  const { ports, programs, user, passwords } = place;
  const own = ports.nodes[name];
  const folder = join(place.folder, name);
  await mkdir(folder);
  await chown(folder, user.uid, user.gid);
  const dataDir = join(folder, "data");
  const postmaster = async () => Number((await readFile(join(dataDir, "postmaster.pid"), "utf8")).split("\n")[0]);
  cleanup.add(async () => {
    const pid = await postmaster().catch(() => 0);
    if (!(pid > 0) || (await haveExited([pid], 0))) return;
    // SIGQUIT is PostgreSQL's immediate shutdown.
    process.kill(pid, "SIGQUIT");
    await haveExited([pid], STOP_WITHIN_MS);
  });
  const etcdPath = await openBytesProxy(own.etcd, ports.etcd, cleanup);
  const replicationPath = await openBytesProxy(own.replication, own.postgres, cleanup);
  const { cwd, env: base } = surroundingsIn(folder);
  const env = {
    ...base,
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${own.rest}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${own.rest}`,
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${own.etcd}`,
    // Patroni must not use the addresses that etcd advertises, because they would avoid the path that a trial
    // interrupts.
    PATRONI_ETCD3_USE_PROXIES: "true",
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${own.postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${own.replication}`,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: dirname(programs.postgres),
    PATRONI_POSTGRESQL_PGPASS: join(folder, "pgpass"),
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
  };
  const args = [configuration];
  const patroni = createProcess({ command: programs.patroni, args, cwd, env, user }, cleanup);
  return { name, patroni, etcdPath, replicationPath, postmaster };
};
