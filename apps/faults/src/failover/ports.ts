import { number } from "@petstore/bench/dist/command-line.js";

/** The ports are below 32768. From there on, Linux assigns ports to outgoing connections, so they may be in use. */
export const FIRST_PORT = 24_000;

/** The command line option for the first port. */
export const portOption = number(FIRST_PORT, 1_024, 65_000);

/** Everything listens on loopback. All ports follow this one, so that several runs can avoid each other. */
export const portsFrom = (first: number) => ({
  etcd: first,
  etcdPeer: first + 1,
  nodes: {
    a: { rest: first + 10, postgres: first + 11, etcd: first + 12, replication: first + 13 },
    b: { rest: first + 20, postgres: first + 21, etcd: first + 22, replication: first + 23 },
  },
  primary: first + 30,
  balancer: first + 40,
  redis: first + 50,
  redisPath: first + 51,
  /** The port of each replica of the service, and the port of its path to PostgreSQL. */
  replicas: [1, 2, 3].map((number) => ({ service: first + 60 + number, database: first + 70 + number })),
});

export type Ports = ReturnType<typeof portsFrom>;
