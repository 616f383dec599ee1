import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { getHeapStatistics } from "node:v8";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { makeWebFolder } from "../../test/support/web-folder.js";
import { connectionsOfHeap, Environment, parseConfig, secretVariables } from "./config.js";
import { OperatorError } from "./operator-error.js";
import { findBuiltAdmin, findBuiltDocs } from "./web-dir.js";

const example = readFileSync(new URL("../../../../.env.example", import.meta.url), "utf8");

describe("parseConfig", () => {
  it("has a default for every variable", () => {
    expect(parseConfig({})).toEqual({
      ...{ environment: "production", host: "127.0.0.1", port: 3000, publicUrl: undefined, stagingUrl: undefined },
      ...{
        databaseUrl: undefined,
        databaseReplicaUrl: undefined,
        replicaMaxLagMs: 50,
        dataDir: resolve("data"),
        photoBucket: undefined,
        photoCredentials: undefined,
        backupCredentials: undefined,
        eventRetentionDays: 30,
        customerRetentionMonths: 24,
        authSecret: undefined,
        requireSecondFactor: "none",
        categoryPolicy: "register",
        corsOrigins: [],
        webhookAllow: [],
        webhookPorts: [],
        trustedProxies: [],
      },
      ...{ metricsHost: "127.0.0.1", metricsPort: undefined, otlpEndpoint: undefined },
      ...{ workers: 1, shutdownGraceSeconds: 0, rateLimit: 6000, accountRateLimit: 24_000, addressRateLimit: 600 },
      ...{
        maxConnections: 20_000,
        responseCacheMegabytes: 16,
        redisUrl: undefined,
        logLevel: "info",
        webDir: findBuiltAdmin(),
        docsDir: findBuiltDocs(),
      },
    });
  });

  it("uses a private store if DATABASE_URL is private", () => {
    expect(parseConfig({ DATABASE_URL: "private" }).databaseUrl).toBeUndefined();
  });

  it("requires DATABASE_URL in production, where a lost setting must not open a new store", () => {
    const rule =
      "  DATABASE_URL must be set if NODE_ENV is production: an address such as postgresql://user:password@host:5432/name, or private for a PostgreSQL of its own in DATA_DIR";
    for (const DATABASE_URL of [undefined, ""]) {
      expect(() => parseConfig({ NODE_ENV: "production", DATA_DIR: "/srv/data", DATABASE_URL })).toThrow(rule);
    }
    const url = "postgresql://user@host/name";
    expect(parseConfig({ NODE_ENV: "production", DATABASE_URL: "private", DATA_DIR: "/srv/data" })).toMatchObject({
      ...{ databaseUrl: undefined, dataDir: "/srv/data" },
    });
    expect(parseConfig({ NODE_ENV: "production", DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it("treats an empty variable as unset", () => {
    const empty = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, ""]));
    expect(parseConfig(empty)).toEqual(parseConfig({}));
  });

  it("accepts only the trace protocol that it sends, but any protocol if it sends no traces", () => {
    const protocol = (name: string) => ({ OTEL_EXPORTER_OTLP_PROTOCOL: name });
    expect(parseConfig(protocol("grpc"))).toEqual(parseConfig({}));
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };
    for (const name of ["http/json", "http/protobuf"]) {
      expect(parseConfig({ ...traced, ...protocol(name) })).toEqual(parseConfig(traced));
    }
    expect(() => parseConfig({ ...traced, ...protocol("grpc") })).toThrow(
      "OTEL_EXPORTER_OTLP_PROTOCOL must be http/json or unset, because grpc is not supported; the endpoint must be the collector's HTTP port, by default 4318",
    );
  });

  describe("with NAME_FILE", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await makeTemporaryFolder();
    });
    afterAll(() => rm(folder, { recursive: true }));
    const write = (text: string): string => {
      writeFileSync(join(folder, "secret"), text);
      return join(folder, "secret");
    };
    const valid: Readonly<Record<string, string>> = {
      DATABASE_URL: "postgresql://user:password@host/name",
      DATABASE_REPLICA_URL: "postgresql://user:password@standby/name",
      REDIS_URL: "redis://:password@host",
    };

    it.each(secretVariables)("reads %s from a file, without the line break at its end", (name) => {
      const value = valid[name] ?? "a random text of at least 32 characters";
      expect(parseConfig({ [`${name}_FILE`]: write(`${value}\r\n`) })).toEqual(parseConfig({ [name]: value }));
    });

    it("accepts it for each variable that can contain a secret", () => {
      const noSecret = {
        PUBLIC_URL: "is public",
        STAGING_URL: "is public",
        OTEL_EXPORTER_OTLP_ENDPOINT: "the SDK of OpenTelemetry reads the environment itself",
      };
      const suspicious = Object.keys(Environment.shape).filter((name) =>
        /SECRET|PASSWORD|TOKEN|KEY|CREDENTIAL|_URL$|_ENDPOINT$|_DSN$/.test(name),
      );
      expect(suspicious.filter((name) => !(name in noSecret)).toSorted()).toEqual(secretVariables.toSorted());
    });

    it("names a file that is missing or empty, and a variable that is set twice, without its value", () => {
      const missing = join(folder, "missing");
      expect(() => parseConfig({ NODE_ENV: "production", DATABASE_URL_FILE: missing })).toThrow(
        /:\s+DATABASE_URL_FILE names a file that cannot be read \(ENOENT\)$/,
      );
      expect(() => parseConfig({ AUTH_SECRET_FILE: write("\n") })).toThrow("  AUTH_SECRET_FILE names an empty file");
      const twice = { AUTH_SECRET_FILE: write("s".repeat(40)), AUTH_SECRET: "t".repeat(40) };
      expect(() => parseConfig(twice)).toThrow(/  AUTH_SECRET and AUTH_SECRET_FILE must not both be set$/);
      expect(() => parseConfig({ AUTH_SECRET_FILE: write("too short") })).toThrow(
        "  AUTH_SECRET must be a random text",
      );
      expect(parseConfig({ AUTH_SECRET_FILE: "" }).authSecret).toBeUndefined();
    });
  });

  it("names every bad variable with its rule, and no value", () => {
    const bad = {
      ...{
        ENVIRONMENT: "dev",
        PORT: "70000",
        WORKERS: "all",
        SHUTDOWN_GRACE_SECONDS: "soon",
        PUBLIC_URL: "pets.example",
        STAGING_URL: "https://u:p@pets.example/v1?x",
      },
      ...{
        DATABASE_URL: "mysql://user:secret@host/db",
        CATEGORY_POLICY: "no",
        REQUIRE_SECOND_FACTOR: "some",
        CORS_ORIGINS: "https://a.example/path",
      },
      ...{ DATABASE_REPLICA_URL: "http://user:secret@host/db", REPLICA_MAX_LAG_MS: "1001" },
      ...{ ADDRESS_RATE_LIMIT: "-1", MAX_CONNECTIONS: "0", RATE_LIMIT: "many", ACCOUNT_RATE_LIMIT: "all" },
      ...{
        METRICS_PORT: "70000",
        OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://collector:4317",
        OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "grpc",
        OTEL_TRACES_SAMPLER: "jaeger_remote",
        OTEL_TRACES_SAMPLER_ARG: "2",
      },
      ...{ REDIS_URL: "http://user:secret@host:6379", LOG_LEVEL: "loud" },
      TRUSTED_PROXIES: "proxy.example",
      WEBHOOK_ALLOW: "10.0.0.0/33",
      WEBHOOK_PORTS: "8443, 65536",
      AUTH_SECRET: "a secret that is too short",
      WEB_DIR: "a/secret/folder",
      DOCS_DIR: "another/secret/folder",
    };
    const attempt = () => parseConfig(bad);
    expect(attempt).toThrow(OperatorError);
    for (const name of Object.keys(bad)) expect(attempt).toThrow(new RegExp(`^  ${name} must be `, "m"));
    expect(attempt).toThrow(/\.env\.example/);
    expect(attempt).not.toThrow(/secret/);
  });

  it.each(["-1", "3000.5", "0x10", "1e3", " 80", "eighty", "65536"])("refuses a PORT of %s", (port) => {
    expect(() => parseConfig({ PORT: port })).toThrow("PORT must be an integer from 0 to 65535");
  });

  it.each(["0", "-1", "65", "1.5", "0x2", " 2", "auto"])("refuses WORKERS of %s", (workers) => {
    expect(() => parseConfig({ WORKERS: workers })).toThrow("WORKERS must be an integer from 1 to 64");
  });

  it.each(["-1", "301", "1.5", "5s"])("refuses SHUTDOWN_GRACE_SECONDS of %s", (seconds) => {
    expect(() => parseConfig({ SHUTDOWN_GRACE_SECONDS: seconds })).toThrow(
      "SHUTDOWN_GRACE_SECONDS must be an integer from 0 to 300 (seconds)",
    );
  });

  it.each(["-1", "1.5", "1e3", "0x10", " 1", "1000000000", "none"])("refuses a RATE_LIMIT of %s", (limit) => {
    expect(() => parseConfig({ RATE_LIMIT: limit })).toThrow(
      "RATE_LIMIT must be an integer from 0 to 999999999 (0 sets no limit)",
    );
  });

  it.each([
    [{}, 24_000],
    [{ RATE_LIMIT: "10" }, 40],
    [{ RATE_LIMIT: "0" }, 0],
    [{ RATE_LIMIT: "10", ACCOUNT_RATE_LIMIT: "0" }, 0],
    [{ RATE_LIMIT: "0", ACCOUNT_RATE_LIMIT: "7" }, 7],
  ])("allows an account its ACCOUNT_RATE_LIMIT, or four times the limit of a key: %j", (env, limit) => {
    expect(parseConfig(env).accountRateLimit).toBe(limit);
  });

  it.each(["redis://localhost", "redis://:pass@10.0.0.1:6380/2", "rediss://u:p%40ss@cache.example", "redis://[::1]/"])(
    "accepts a REDIS_URL of %s",
    (url) => expect(parseConfig({ REDIS_URL: url }).redisUrl).toBe(url),
  );

  it.each([
    "localhost:6379",
    "http://host",
    "redis:",
    "redis://",
    "redis://h/db",
    "redis://h/0?family=6",
    "redis://h/#0",
  ])("refuses a REDIS_URL of %s", (url) =>
    expect(() => parseConfig({ REDIS_URL: url })).toThrow("REDIS_URL must be an address such as redis://"),
  );
});

describe("bounded settings", () => {
  const bounds = [
    ["PORT", "port", 0, 65_535],
    ["METRICS_PORT", "metricsPort", 0, 65_535],
    ["WORKERS", "workers", 1, 64],
    ["SHUTDOWN_GRACE_SECONDS", "shutdownGraceSeconds", 0, 300],
    ["REPLICA_MAX_LAG_MS", "replicaMaxLagMs", 0, 1_000],
    ["EVENT_RETENTION_DAYS", "eventRetentionDays", 1, 90],
    ["CUSTOMER_RETENTION_MONTHS", "customerRetentionMonths", 1, 1_200],
    ["RATE_LIMIT", "rateLimit", 0, 999_999_999],
    ["ACCOUNT_RATE_LIMIT", "accountRateLimit", 0, 999_999_999],
    ["ADDRESS_RATE_LIMIT", "addressRateLimit", 0, 999_999_999],
    ["MAX_CONNECTIONS", "maxConnections", 1, 999_999],
    ["RESPONSE_CACHE_MB", "responseCacheMegabytes", 1, 9_999],
  ] as const;

  it("are all in this table", () => {
    const isBounded = (name: string) => {
      const { error } = Environment.safeParse({ [name]: "none" });
      return /integer from/.test(error?.message ?? "");
    };
    const names = Object.keys(Environment.shape).filter(isBounded);
    expect(names.toSorted()).toEqual(bounds.map(([name]) => name).toSorted());
  });

  it.each(bounds)("accepts %s at both bounds, and refuses it one beyond each bound", (name, field, least, most) => {
    for (const value of [least, most]) expect(parseConfig({ [name]: String(value) })[field]).toBe(value);
    for (const value of [least - 1, most + 1]) {
      expect(() => parseConfig({ [name]: String(value) })).toThrow(
        `${name} must be an integer from ${least} to ${most}`,
      );
    }
  });

  it.each([
    [64, 512],
    [512, 4_096],
    [2_500, 20_000],
    [16_384, 20_000],
  ])("MAX_CONNECTIONS depends on the heap: with %i MiB it is %i by default", (mebibytes, expected) => {
    expect(connectionsOfHeap(mebibytes * 1_048_576)).toBe(expected);
  });

  it("MAX_CONNECTIONS uses the heap limit of the process by default", () => {
    const { heap_size_limit: limit } = getHeapStatistics();
    expect(parseConfig({}).maxConnections).toBe(connectionsOfHeap(limit));
  });

  it("accepts an AUTH_SECRET of 32 characters and refuses one of 31", () => {
    const secret = "s".repeat(32);
    expect(parseConfig({ AUTH_SECRET: secret }).authSecret).toBe(secret);
    expect(() => parseConfig({ AUTH_SECRET: secret.slice(1) })).toThrow(
      "AUTH_SECRET must be a random text of at least 32",
    );
  });
});

describe("TRUSTED_PROXIES", () => {
  it.each([
    ["10.0.0.5", ["10.0.0.5"]],
    ["10.0.0.0/8, loopback,fd00::/8", ["10.0.0.0/8", "loopback", "fd00::/8"]],
  ])("takes %s", (list, proxies) => expect(parseConfig({ TRUSTED_PROXIES: list }).trustedProxies).toEqual(proxies));

  it.each(["proxy.example", "10.0.0.0/33", "10.0.0.1,,10.0.0.2", "true", "*"])("refuses %s", (list) =>
    expect(() => parseConfig({ TRUSTED_PROXIES: list })).toThrow("TRUSTED_PROXIES must be addresses such as 10.0.0.5"),
  );
});

describe("WEB_DIR", () => {
  it("accepts a folder that contains index.html, absolute or below the working folder", async () => {
    const folder = await makeWebFolder({ "index.html": "" });
    for (const given of [folder, relative(process.cwd(), folder)]) {
      expect(parseConfig({ WEB_DIR: given }).webDir).toBe(folder);
    }
    await rm(folder, { recursive: true });
  });

  it("the value none serves no admin", () => expect(parseConfig({ WEB_DIR: "none" }).webDir).toBeUndefined());

  it("a folder without index.html is refused", async () => {
    const folder = await makeWebFolder({ "main.js": "" });
    for (const given of [folder, `${folder}/missing`, `${folder}/main.js`]) {
      expect(() => parseConfig({ WEB_DIR: given })).toThrow(
        "WEB_DIR must be a folder that contains index.html, such as apps/web/dist after a build, or none",
      );
    }
    await rm(folder, { recursive: true });
  });
});

describe("DOCS_DIR", () => {
  it("accepts a folder that contains index.html, and the value none", async () => {
    const folder = await makeWebFolder({ "index.html": "" });
    expect(parseConfig({ DOCS_DIR: folder }).docsDir).toBe(folder);
    expect(parseConfig({ DOCS_DIR: "none" }).docsDir).toBeUndefined();
    await rm(folder, { recursive: true });
    expect(() => parseConfig({ DOCS_DIR: folder })).toThrow(
      "DOCS_DIR must be a folder that contains index.html, such as apps/docs/dist/site after a build, or none",
    );
  });
});

describe(".env.example", () => {
  const described = Object.fromEntries(
    [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

  it("names every variable and no other", () => {
    expect(Object.keys(described).toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
  });

  it("gives every variable its default", () => {
    expect(parseConfig(described)).toEqual(parseConfig({}));
  });
});
