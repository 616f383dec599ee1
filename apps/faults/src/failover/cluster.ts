import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { createProcess, surroundingsIn } from "../service/started-process.js";
import { queryOnce } from "../store/query-once.js";
import { makeFolder } from "../store/store.js";
import {
  configuration,
  createDatabaseNode,
  type DatabaseNode,
  type NodeName,
  type Passwords,
} from "./database-node.js";
import { startHaproxy } from "./haproxy.js";
import type { Ports } from "./ports.js";
import type { Programs } from "./programs.js";
import { databaseUser } from "./database-user.js";

export type Cluster = {
  readonly folder: string;
  readonly nodes: Readonly<Record<NodeName, DatabaseNode>>;
  /** Returns the leader according to the REST API of the nodes; undefined if neither node is the leader. */
  leader(): Promise<NodeName | undefined>;
  /** Resolves when there is a leader with a synchronous standby. */
  whole(): Promise<void>;
  switchOver(): Promise<void>;
  /** Runs a query with the role of the service, at the address of HAProxy. */
  readonly query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly databaseUrl: (port: number) => string;
};

const WHOLE_WITHIN_MS = 90_000;
const ANSWER_WITHIN_MS = 3_000;
const QUERY_WITHIN_MS = 20_000;
const SWITCH_WITHIN_MS = 60_000;
const ETCD_WITHIN_MS = 20_000;
const LOG_CHARACTERS = 2_000;
const nodeNames = ["a", "b"] as const;

const rolesSeenAt = async (port: number): Promise<ReadonlyMap<string, string>> => {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(`http://127.0.0.1:${port}/cluster`, { signal }).catch(() => undefined);
  if (response?.ok !== true) return new Map();
  const { members } = (await response.json()) as {
    members: { name: string; role: string; state: string }[];
  };
  return new Map(
    members
      .filter(({ state }) => state === "running" || state === "streaming")
      .map(({ name, role }) => [role, name] as const),
  );
};

const etcdVersion = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/version`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
    () => undefined,
  );
  const { etcdcluster = "not_decided" } = ((await response?.json()) ?? {}) as { etcdcluster?: string };
  return etcdcluster;
};

const until = async (withinMs: number, isTrue: () => Promise<boolean>): Promise<void> => {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error(`The cluster was not ready within ${withinMs / 1_000} s.`);
    await sleep(250);
  }
};

const queryAt = <Row extends object>(url: string, text: string, values?: readonly unknown[]) => {
  const limits = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: QUERY_WITHIN_MS };
  return queryOnce<Row>({ connectionString: url, ...limits }, text, values);
};

export const startCluster = async (ports: Ports, programs: Programs, cleanup: Cleanup): Promise<Cluster> => {
  const folder = await makeFolder(cleanup);
  // Node and the user that runs PostgreSQL both use the folder.
  await chmod(folder, 0o755);
  const user = databaseUser();
  const secret = () => randomBytes(16).toString("hex");
  const passwords: Passwords = { superuser: secret(), replication: secret(), service: secret() };

  await mkdir(join(folder, "etcd"), { mode: 0o700 });
  const etcdUrl = `http://127.0.0.1:${ports.etcd}`;
  const peerUrl = `http://127.0.0.1:${ports.etcdPeer}`;
  const etcdArgs = {
    "--data-dir": join(folder, "etcd"),
    "--listen-client-urls": etcdUrl,
    "--advertise-client-urls": etcdUrl,
    "--listen-peer-urls": peerUrl,
    "--initial-advertise-peer-urls": peerUrl,
    "--initial-cluster": `default=${peerUrl}`,
  };
  const etcd = createProcess(
    { command: programs.etcd, args: Object.entries(etcdArgs).flat(), ...surroundingsIn(folder) },
    cleanup,
  );
  etcd.start();
  // Patroni exits if etcd has not decided its version yet.
  await until(ETCD_WITHIN_MS, async () => (await etcdVersion(etcdUrl)) !== "not_decided");

  const place = { folder, ports, programs, user, passwords };
  const nodes = {
    a: await createDatabaseNode("a", place, cleanup),
    b: await createDatabaseNode("b", place, cleanup),
  };
  const roles = async () => {
    const seen = await Promise.all(nodeNames.map((name) => rolesSeenAt(ports.nodes[name].rest)));
    return seen.find((each) => each.has("leader")) ?? new Map<string, string>();
  };
  const whole = async () => {
    try {
      await until(WHOLE_WITHIN_MS, async () => {
        const seen = await roles();
        return seen.has("leader") && seen.has("sync_standby");
      });
    } catch (error) {
      const logs = [etcd, nodes.a.patroni, nodes.b.patroni].map((one) => one.log());
      throw new Error(logs.map((log) => log.slice(-LOG_CHARACTERS)).join("\n---\n"), { cause: error });
    }
  };
  const leader = async () => (await roles()).get("leader") as NodeName | undefined;
  nodes.a.patroni.start();
  nodes.b.patroni.start();
  await whole();

  const addresses = {
    POSTGRES_BIND: `127.0.0.1:${ports.primary}`,
    POSTGRES_A: `127.0.0.1:${ports.nodes.a.postgres}`,
    POSTGRES_B: `127.0.0.1:${ports.nodes.b.postgres}`,
    PATRONI_A_HOST: "127.0.0.1",
    PATRONI_A_PORT: String(ports.nodes.a.rest),
    PATRONI_B_HOST: "127.0.0.1",
    PATRONI_B_PORT: String(ports.nodes.b.rest),
  };
  startHaproxy(place, "postgres.cfg", addresses, cleanup);

  const databaseUrl = (port: number) => `postgresql://petstore:${passwords.service}@127.0.0.1:${port}/petstore`;
  const first = (await leader()) ?? "a";
  const admin = `postgresql://postgres:${passwords.superuser}@127.0.0.1:${ports.nodes[first].postgres}/postgres`;
  await queryAt(admin, `CREATE ROLE petstore LOGIN PASSWORD '${passwords.service}'`);
  await queryAt(admin, "CREATE DATABASE petstore OWNER petstore TEMPLATE template0 ENCODING 'UTF8'");
  const switchOver = async () => {
    const from = await leader();
    const args = ["-c", configuration, "switchover", "petstore", "--force", "--master", from ?? "a"];
    const env = { ...process.env, HOME: folder, PATRONI_ETCD3_HOSTS: `127.0.0.1:${ports.etcd}`, LC_ALL: "C.UTF-8" };
    await promisify(execFile)(programs.patronictl, args, { env, timeout: SWITCH_WITHIN_MS });
  };
  const query = <Row extends object>(text: string, values?: readonly unknown[]) =>
    queryAt<Row>(databaseUrl(ports.primary), text, values);
  return { folder, nodes, leader, whole, switchOver, query, databaseUrl };
};
