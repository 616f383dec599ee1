import { availableParallelism } from "node:os";
import { storeDatabase } from "../store/postgres.js";
import { servicePassword } from "../outages/database-server.js";
import type { Made, Mistake, Place } from "./mistake.js";

type Address = { readonly user?: string; readonly password?: string; readonly name?: string; readonly query?: string };

const addressIn = (
  { database, ca }: Place,
  { user = storeDatabase, password = servicePassword, name = storeDatabase, query }: Address = {},
) => {
  const secret = password === "" ? "" : `:${password}`;
  return `postgresql://${user}${secret}@localhost:${database.port}/${name}?${query ?? `sslmode=verify-full&sslrootcert=${ca}`}`;
};

const inEnv = (env: Record<string, string>) => (): Made => ({ env });
const inAddress =
  (address: Address) =>
  (place: Place): Made => ({ env: { DATABASE_URL: addressIn(place, address) } });

const dead = ({ deadPort }: Place) => `postgresql://petstore@127.0.0.1:${deadPort}/petstore`;
const ofBucket = (name: string, port: number) => ({
  PHOTO_STORE: `s3://${name}?endpoint=http://127.0.0.1:${port}`,
  AWS_ACCESS_KEY_ID: "mistakes",
  AWS_SECRET_ACCESS_KEY: "mistakes",
});

const files: readonly Mistake[] = [
  {
    name: ".env that its user may not read",
    mentions: /\.env/,
    result: "exits",
    make: () => ({ envFile: { is: "unreadable" } }),
  },
  { name: ".env is a folder", mentions: /\.env/, result: "exits", make: () => ({ envFile: { is: "folder" } }) },
  {
    name: ".env in UTF-16",
    mentions: /\.env/,
    result: "exits",
    make: (place) => ({ envFile: Buffer.from(`\uFEFFDATABASE_URL=${dead(place)}\n`, "utf16le") }),
  },
  {
    name: ".env with a byte order mark before DATABASE_URL",
    mentions: /127\.0\.0\.1/,
    result: "waits",
    make: (place) => ({ envFile: `\uFEFFDATABASE_URL=${dead(place)}\n` }),
  },
  { name: "PORT: 1 in .env", mentions: /\.env/, result: "exits", make: () => ({ envFile: "PORT: 1\n" }) },
];

const databases: readonly Mistake[] = [
  { name: "a wrong password", mentions: /password/, result: "exits", make: inAddress({ password: "wrong" }) },
  { name: "no password", mentions: /password/, result: "exits", make: inAddress({ password: "" }) },
  { name: "an unknown user", mentions: /password|role|user/, result: "exits", make: inAddress({ user: "nobody" }) },
  { name: "an unknown database", mentions: /nowhere/, result: "exits", make: inAddress({ name: "nowhere" }) },
  {
    name: "sslmode=verify_full",
    mentions: /sslmode/,
    result: "exits",
    make: inAddress({ query: "sslmode=verify_full" }),
  },
  {
    name: "no sslrootcert",
    mentions: /certificate/,
    result: "exits",
    make: inAddress({ query: "sslmode=verify-full" }),
  },
  {
    name: "sslrootcert is not there",
    mentions: /sslrootcert/,
    result: "exits",
    make: inAddress({ query: "sslmode=verify-full&sslrootcert=/nowhere/ca.pem" }),
  },
  {
    name: "a host that does not exist",
    mentions: /nowhere\.invalid/,
    result: "waits",
    make: inEnv({ DATABASE_URL: "postgresql://petstore:x@nowhere.invalid/petstore" }),
  },
  {
    name: "a port at which nothing listens",
    mentions: /127\.0\.0\.1/,
    result: "waits",
    make: (place) => ({ env: { DATABASE_URL: dead(place) } }),
  },
  {
    name: "a password but another protocol (mysql://)",
    mentions: /DATABASE_URL/,
    result: "exits",
    make: inEnv({ DATABASE_URL: "mysql://petstore:x@127.0.0.1/petstore" }),
  },
  {
    name: "DATABASE_REPLICA_URL names the primary",
    mentions: /DATABASE_REPLICA_URL/,
    result: "serves",
    make: (place) => ({ env: { DATABASE_URL: addressIn(place), DATABASE_REPLICA_URL: addressIn(place) } }),
  },
];

const folders: readonly Mistake[] = [
  { name: "DATA_DIR=/proc", mentions: /DATA_DIR/, result: "exits", make: inEnv({ DATA_DIR: "/proc" }) },
  { name: "DATA_DIR is a file", mentions: /DATA_DIR/, result: "exits", make: inEnv({ DATA_DIR: "/etc/hostname" }) },
  {
    name: "production without DATABASE_URL",
    mentions: /DATABASE_URL/,
    result: "exits",
    make: inEnv({ NODE_ENV: "production", DATABASE_URL: "" }),
  },
];

const others: readonly Mistake[] = [
  {
    name: "HOST beyond loopback without TLS (in a network namespace)",
    mentions: /0\.0\.0\.0.*TLS/,
    result: "serves",
    make: () => ({ env: { HOST: "0.0.0.0" }, shell: 'exec unshare -n sh -c \'ip link set lo up; exec "$@"\' sh "$@"' }),
  },
  { name: "HOST of another machine", mentions: /HOST/, result: "exits", make: inEnv({ HOST: "192.0.2.1" }) },
  {
    name: "a port that is taken",
    mentions: /Port \d+ .*in use/,
    result: "exits",
    make: ({ takenPort }) => ({ env: { PORT: String(takenPort) } }),
  },
  {
    name: "a METRICS_PORT that is taken",
    mentions: /METRICS_PORT/,
    result: "exits",
    make: ({ takenPort }) => ({ env: { METRICS_PORT: String(takenPort) } }),
  },
  { name: "PORT=http", mentions: /PORT/, result: "exits", make: inEnv({ PORT: "http" }) },
  {
    name: "more WORKERS than cores",
    mentions: /WORKERS is/,
    result: "serves",
    make: inEnv({ WORKERS: String(availableParallelism() + 1) }),
  },
  {
    name: "ulimit -n 64",
    mentions: /ulimit|open files/,
    result: "exits",
    make: () => ({ shell: 'ulimit -n 64; exec "$@"' }),
  },
  { name: "a short AUTH_SECRET", mentions: /AUTH_SECRET/, result: "exits", make: inEnv({ AUTH_SECRET: "short" }) },
  {
    name: "TRUSTED_PROXIES=nginx",
    mentions: /TRUSTED_PROXIES/,
    result: "exits",
    make: inEnv({ TRUSTED_PROXIES: "nginx" }),
  },
  {
    name: "a bucket name that S3 does not allow",
    mentions: /PHOTO_STORE/,
    result: "exits",
    make: ({ deadPort }) => ({ env: ofBucket("My_Bucket", deadPort) }),
  },
  {
    name: "a bucket without its key",
    mentions: /AWS_SECRET_ACCESS_KEY/,
    result: "exits",
    make: ({ deadPort }) => ({ env: { ...ofBucket("photos", deadPort), AWS_SECRET_ACCESS_KEY: "" } }),
  },
  {
    name: "a bucket that is away",
    mentions: /PHOTO_STORE/,
    result: "serves",
    make: ({ deadPort }) => ({ env: ofBucket("photos", deadPort) }),
  },
  {
    name: "a Redis that is away",
    mentions: /Redis/,
    result: "serves",
    make: ({ deadPort }) => ({ env: { REDIS_URL: `redis://127.0.0.1:${deadPort}` } }),
  },
  {
    name: "petstore backup - to a full disk",
    mentions: /full|space|ENOSPC/i,
    result: "exits",
    make: (place) => ({
      env: { DATABASE_URL: addressIn(place) },
      shell: 'exec "$@" > /dev/full',
      command: ["backup", "-"],
    }),
  },
  {
    name: "petstore check without its database",
    mentions: /127\.0\.0\.1/,
    result: "exits",
    make: (place) => ({ env: { DATABASE_URL: dead(place) }, command: ["check"] }),
  },
];

export const mistakes: readonly Mistake[] = [...files, ...databases, ...folders, ...others];
