import { resolve } from "node:path";
import { getHeapStatistics } from "node:v8";
import proxyAddr from "proxy-addr";
import { z } from "zod";
import { parseNetworks } from "./networks.js";
import { OperatorError } from "./operator-error.js";
import { type Bucket, findPhotoStoreMistake, IN_POSTGRESQL, parseBucket } from "./photo-store.js";
import { readSecretFiles } from "./secret-files.js";
import { findBuiltAdmin, findBuiltDocs, hasIndexPage } from "./web-dir.js";

const httpUrl = (rule: string) => z.url({ protocol: /^https?$/, error: rule });
const baseUrl = (name: string) => {
  const rule = `must be an http or https origin followed by /v1, such as https://${name}.example/v1`;
  return httpUrl(rule)
    .refine((url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/v1`, rule)
    .optional();
};
/** Refuses an address with a query, because the query would set options of the Redis client. */
const isRedisAddress = ({ hostname, pathname, search, hash }: URL) =>
  hostname !== "" && /^\/?[0-9]*$/.test(pathname) && search === "" && hash === "";
const address = "an address such as postgresql://user:password@host:5432/name";
// z.url would refuse some forms that PostgreSQL accepts, such as postgresql://user@/name?host=/socket/folder.
const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, `must be ${address}`);
/** The value of DATABASE_URL that names the PostgreSQL which the service runs itself. */
const PRIVATE = "private";
const addressHint = `${address}, or ${PRIVATE} for a PostgreSQL of its own in DATA_DIR`;
const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

const areProxies = (list: readonly string[]) => {
  try {
    proxyAddr.compile([...list]);
    return true;
  } catch {
    return false;
  }
};

/** @param note - Explains what the number means. */
const integer = (least: number, most: number, note?: string) => {
  const rule = `must be an integer from ${least} to ${most}${note === undefined ? "" : ` (${note})`}`;
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, rule)
    .transform(Number)
    .refine((number) => number >= least && number <= most, rule);
};
const port = integer(0, 65_535, "0 takes any free port");
const requestLimit = integer(0, 999_999_999, "0 sets no limit");
const KEYS_PER_ACCOUNT = 4;
const HEAP_BYTES_PER_CONNECTION = 131_072;
const MOST_CONNECTIONS_OF_HEAP = 20_000;
/**
 * Computes the maximum number of connections from the size of the heap: a connection takes up to 36 KiB while its
 * request arrives, and V8 allows as much again for garbage.
 */
export const connectionsOfHeap = (heapBytes = getHeapStatistics().heap_size_limit): number =>
  Math.min(MOST_CONNECTIONS_OF_HEAP, Math.floor(heapBytes / HEAP_BYTES_PER_CONNECTION));
const secretRule = "must be a random text of at least 32 characters, such as `openssl rand -base64 32` prints";
const redisRule = "must be an address such as redis://user:password@host:6379/0, or rediss:// for TLS";
const proxiesRule =
  "must be addresses such as 10.0.0.5, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas";
const portsRule = "must be ports such as 8443, separated by commas";
const networksRule = "must be networks such as 10.0.0.0/8, or addresses, separated by commas";
const originsRule = "must be origins such as https://admin.example, separated by commas";
const otlpRule = "must be the http or https address of a collector, such as http://localhost:4318";
// The exporter sends JSON. Collectors accept both forms of OTLP over HTTP on the same port.
const otlpProtocol = z
  .enum(
    ["http/json", "http/protobuf"],
    "must be http/json or unset, because grpc is not supported; the endpoint must be the collector's HTTP port, by default 4318",
  )
  .optional();
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const secondFactorGroups = ["none", "owners", "managers", "all"] as const;
/** Marks a variable that may contain a password or another secret. A file can contain it instead. */
const secret = { isSecret: true };
const NO_FOLDER = "none";
/** Accepts a folder of files that the service should serve. */
const folderOf = (built: string) =>
  z
    .string()
    .refine(
      (folder) => folder === NO_FOLDER || hasIndexPage(resolve(folder)),
      `must be a folder that contains index.html, such as ${built} after a build, or none`,
    )
    .optional();

/** The environment variables of the service. A test compares them with `.env.example`. */
export const Environment = z.object({
  ENVIRONMENT: z.enum(["production", "staging"], "must be production or staging").default("production"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3000),
  // The SDK itself reads these and other OTEL_* variables. Here they are only validated.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(otlpRule)
    .refine((url) => URL.canParse(url) && new URL(url).search === "" && new URL(url).hash === "", otlpRule)
    .optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be ${samplers.slice(0, -1).join(", ")} or ${samplers.at(-1)}`).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.[0-9]{1,9})?|1(?:\.0{1,9})?)$/, "must be a number from 0 to 1, such as 0.01")
    .optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  METRICS_PORT: port.optional(),
  WORKERS: integer(1, 64).default(1),
  SHUTDOWN_GRACE_SECONDS: integer(0, 300, "seconds").default(0),
  PUBLIC_URL: baseUrl("api"),
  STAGING_URL: baseUrl("staging"),
  DATABASE_URL: z
    .union([z.literal(PRIVATE), databaseAddress], `must be ${addressHint}`)
    .optional()
    .meta(secret),
  DATABASE_REPLICA_URL: databaseAddress.optional().meta(secret),
  REPLICA_MAX_LAG_MS: integer(0, 1_000, "milliseconds").default(50),
  DATA_DIR: z.string().default("./data"),
  PHOTO_STORE: z
    .string()
    .superRefine((text, context) => {
      const mistake = findPhotoStoreMistake(text);
      if (mistake !== undefined) context.addIssue(mistake);
    })
    .default(IN_POSTGRESQL),
  AWS_ACCESS_KEY_ID: z.string().optional().meta(secret),
  AWS_SECRET_ACCESS_KEY: z.string().optional().meta(secret),
  BACKUP_AWS_ACCESS_KEY_ID: z.string().optional().meta(secret),
  BACKUP_AWS_SECRET_ACCESS_KEY: z.string().optional().meta(secret),
  EVENT_RETENTION_DAYS: integer(1, 90, "days").default(30),
  CUSTOMER_RETENTION_MONTHS: integer(1, 1_200, "months").default(24),
  AUTH_SECRET: z.string().min(32, secretRule).optional().meta(secret),
  REQUIRE_SECOND_FACTOR: z
    .enum(secondFactorGroups, "must be none, owners, managers (owners too) or all")
    .default("none"),
  CATEGORY_POLICY: z.enum(["register", "require"], "must be register or require").default("register"),
  RATE_LIMIT: requestLimit.default(6000),
  ACCOUNT_RATE_LIMIT: requestLimit.optional(),
  ADDRESS_RATE_LIMIT: requestLimit.default(600),
  RESPONSE_CACHE_MB: integer(1, 9_999, "megabytes").default(16),
  MAX_CONNECTIONS: integer(1, 999_999).optional(),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: redisRule })
    .refine((url) => URL.canParse(url) && isRedisAddress(new URL(url)), redisRule)
    .optional()
    .meta(secret),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(",").map((proxy) => proxy.trim()))
    .refine(areProxies, proxiesRule)
    .default([]),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(",").map((origin) => origin.trim()))
    .refine((origins) => origins.every(isOrigin), originsRule)
    .default([]),
  WEBHOOK_ALLOW: z
    .string()
    .transform((list) => list.split(",").map((network) => network.trim()))
    .refine((networks) => parseNetworks(networks) !== undefined, networksRule)
    .default([]),
  WEBHOOK_PORTS: z
    .string()
    .transform((list) => list.split(",").map((text) => text.trim()))
    .refine((ports) => ports.every((text) => /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= 65_535), portsRule)
    .transform((ports) => ports.map(Number))
    .default([]),
  WEB_DIR: folderOf("apps/web/dist"),
  DOCS_DIR: folderOf("apps/docs/dist/site"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], "must be trace, debug, info, warn, error or silent")
    .default("info"),
});

export type BucketCredentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** The variables `NAME` that `NAME_FILE` can replace. */
export const secretVariables: readonly string[] = Object.entries(Environment.shape).flatMap(([name, schema]) =>
  schema.meta()?.["isSecret"] === true ? [name] : [],
);

export type Config = {
  readonly environment: "production" | "staging";
  readonly host: string;
  readonly port: number;
  readonly metricsHost: string;
  /** The port of the metrics; undefined if metrics are not served. */
  readonly metricsPort: number | undefined;
  /** The address of the collector, which may contain a password. Undefined if requests are not traced. */
  readonly otlpEndpoint: string | undefined;
  readonly workers: number;
  readonly shutdownGraceSeconds: number;
  readonly publicUrl: string | undefined;
  readonly stagingUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  /** The address of a physical standby of `databaseUrl`. */
  readonly databaseReplicaUrl: string | undefined;
  /** How long a read may wait for the standby. */
  readonly replicaMaxLagMs: number;
  readonly dataDir: string;
  /** The bucket for photo files; undefined if they are stored only in PostgreSQL. */
  readonly photoBucket: Bucket | undefined;
  /** The credentials of the bucket, which are never logged. */
  readonly photoCredentials: BucketCredentials | undefined;
  /** The credentials of the bucket of backups, which may be another one. */
  readonly backupCredentials: BucketCredentials | undefined;
  /** How long the feed keeps events. */
  readonly eventRetentionDays: number;
  /** How long a customer is kept after their last order. */
  readonly customerRetentionMonths: number;
  /** The secret for sessions and cookies; undefined if it is in a file. It is never logged. */
  readonly authSecret: string | undefined;
  /** The accounts that need a second factor; `managers` means owners and managers. */
  readonly requireSecondFactor: (typeof secondFactorGroups)[number];
  readonly categoryPolicy: "register" | "require";
  /** The number of requests per minute. For this and the next two settings, 0 means no limit. */
  readonly rateLimit: number;
  readonly accountRateLimit: number;
  readonly addressRateLimit: number;
  readonly responseCacheMegabytes: number;
  readonly maxConnections: number;
  /** The address of Redis, which may contain a password. */
  readonly redisUrl: string | undefined;
  /** Addresses, ranges of addresses, or the names that the package proxy-addr has for some ranges. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Networks to which webhooks may be sent, in addition to public ones. */
  readonly webhookAllow: readonly string[];
  readonly webhookPorts: readonly number[];
  /** The absolute path of the admin's files; undefined if the admin is not served. */
  readonly webDir: string | undefined;
  /** The absolute path of the pages for developers; undefined if they are not served. */
  readonly docsDir: string | undefined;
  readonly logLevel: string;
};

const findFolder = (given: string | undefined, findBuilt: () => string | undefined) => {
  if (given === undefined) return findBuilt();
  return given === NO_FOLDER ? undefined : resolve(given);
};

const credentialsOf = (accessKeyId?: string, secretAccessKey?: string): BucketCredentials | undefined =>
  accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };

/** @throws OperatorError that names every bad variable, without its value, which may be a secret. */
export const parseConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const { env, problems: unread } = readSecretFiles(environment, secretVariables);
  // A platform may set a protocol for all of its programs. Without an endpoint it has no effect here.
  const isTraced = (env["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "") !== "";
  const isGiven = (name: string, value?: string) => value !== "" && (isTraced || !/^OTEL_.*_PROTOCOL$/.test(name));
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => isGiven(name, value)));
  const parsed = Environment.safeParse(given);
  const problems = new Set(unread);
  for (const { path, message } of parsed.error?.issues ?? []) problems.add(`  ${path.join(".")} ${message}`);
  // The bucket is the only setting that requires others.
  if (given["PHOTO_STORE"]?.startsWith("s3:") === true) {
    const missing = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].filter((name) => given[name] === undefined);
    for (const name of missing) problems.add(`  ${name} must be set if PHOTO_STORE is s3://…`);
  }
  // Otherwise a service whose file of settings was not read would open a new, empty store.
  const isStoreNamed = given["DATABASE_URL"] !== undefined || (given["DATABASE_URL_FILE"] ?? "") !== "";
  if (env["NODE_ENV"] === "production" && !isStoreNamed) {
    problems.add(`  DATABASE_URL must be set if NODE_ENV is production: ${addressHint}`);
  }
  if (!parsed.success || problems.size > 0) {
    throw new OperatorError(
      "invalid_environment",
      "The environment is not valid (.env.example describes it):",
      `\n${[...problems].join("\n")}`,
    );
  }
  const values = parsed.data;
  const photoCredentials = credentialsOf(values.AWS_ACCESS_KEY_ID, values.AWS_SECRET_ACCESS_KEY);
  return {
    environment: values.ENVIRONMENT,
    host: values.HOST,
    port: values.PORT,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    workers: values.WORKERS,
    shutdownGraceSeconds: values.SHUTDOWN_GRACE_SECONDS,
    publicUrl: values.PUBLIC_URL,
    stagingUrl: values.STAGING_URL,
    databaseUrl: values.DATABASE_URL === PRIVATE ? undefined : values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    replicaMaxLagMs: values.REPLICA_MAX_LAG_MS,
    dataDir: resolve(values.DATA_DIR),
    photoBucket: parseBucket(values.PHOTO_STORE),
    photoCredentials,
    backupCredentials:
      credentialsOf(values.BACKUP_AWS_ACCESS_KEY_ID, values.BACKUP_AWS_SECRET_ACCESS_KEY) ?? photoCredentials,
    eventRetentionDays: values.EVENT_RETENTION_DAYS,
    customerRetentionMonths: values.CUSTOMER_RETENTION_MONTHS,
    authSecret: values.AUTH_SECRET,
    requireSecondFactor: values.REQUIRE_SECOND_FACTOR,
    categoryPolicy: values.CATEGORY_POLICY,
    rateLimit: values.RATE_LIMIT,
    accountRateLimit: values.ACCOUNT_RATE_LIMIT ?? KEYS_PER_ACCOUNT * values.RATE_LIMIT,
    addressRateLimit: values.ADDRESS_RATE_LIMIT,
    responseCacheMegabytes: values.RESPONSE_CACHE_MB,
    maxConnections: values.MAX_CONNECTIONS ?? connectionsOfHeap(),
    redisUrl: values.REDIS_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    webhookAllow: values.WEBHOOK_ALLOW,
    webhookPorts: values.WEBHOOK_PORTS,
    webDir: findFolder(values.WEB_DIR, findBuiltAdmin),
    docsDir: findFolder(values.DOCS_DIR, findBuiltDocs),
    logLevel: values.LOG_LEVEL,
  };
};

/** Tells whether clients reach the service over TLS. */
export const isSecureOrigin = ({ publicUrl = "" }: Pick<Config, "publicUrl">): boolean =>
  URL.canParse(publicUrl) && new URL(publicUrl).protocol === "https:";
