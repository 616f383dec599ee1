// Usage: node apps/api/scripts/keep-store.mjs NAME [CHECKOUT]
// Keeps a small store of a release for test/earlier-releases.test.ts: starts the release's service on an empty database,
// fills the store through its API, and writes test/stores/NAME.gz with `petstore backup` of this version. CHECKOUT is a
// built checkout of the release; without it, the store is one of this version.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { pino } from "pino";
import { openPrivatePostgres } from "../dist/database/private-postgres.js";
import { fillThroughApi } from "./fill-through-api.mjs";

const here = fileURLToPath(new URL("../../..", import.meta.url));
const [name, checkout = here] = process.argv.slice(2);
if (!/^[\w.-]+$/.test(name ?? "")) {
  console.error("Usage: node apps/api/scripts/keep-store.mjs NAME [CHECKOUT]");
  process.exit(2);
}
const file = fileURLToPath(new URL(`../test/stores/${name}.gz`, import.meta.url));
const programOf = (root, program) => join(resolve(root), "apps", "api", "dist", program);
const folder = mkdtempSync(join(tmpdir(), "petstore-kept-"));

const createDatabase = async (connection) => {
  const client = new Client({ ...connection, user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("CREATE DATABASE kept OWNER petstore");
  await client.end();
  return `postgresql://petstore@localhost/kept?host=${encodeURIComponent(connection.host)}`;
};

/** Starts the service. @returns Its address, and the key of the first start, which an old release printed. */
const start = (env) =>
  new Promise((found, failed) => {
    const service = spawn(process.execPath, [programOf(checkout, "main.js")], { cwd: folder, env });
    let output = "";
    service.stderr.pipe(process.stderr);
    service.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      const [, address] = /API +(http:\S+\/v1)/.exec(output) ?? [];
      if (address === undefined || !output.includes("curl ")) return;
      const [, secrets] = /^ *Secrets +(.*)$/m.exec(output) ?? [];
      const [, key] = /^ *Key +(\S+)$/m.exec(secrets === undefined ? output : readFileSync(secrets, "utf8")) ?? [];
      found({ service, address, key });
    });
    service.once("close", (code) => failed(new Error(`The service exited with ${code}: ${output}`)));
  });

/** Adds a clerk, if the release has accounts. Earlier releases read a password; later ones print an invitation. */
const addClerk = (env) => {
  const options = { cwd: folder, env, encoding: "utf8" };
  const petstore = (...args) => execFileSync(process.execPath, [programOf(checkout, "cli.js"), ...args], options);
  if (!petstore("--help").includes("\n  accounts ")) return;
  const readsPassword = petstore("accounts", "create", "--help").includes("--password-stdin");
  options.input = readsPassword ? "kept for a test only\n" : "";
  const password = readsPassword ? ["--password-stdin"] : [];
  petstore("accounts", "create", "--email", "ada@example.com", "--name", "Ada", "--role", "clerk", ...password);
};

const server = await openPrivatePostgres({ dataDir: folder, log: pino({ level: "silent" }) });
try {
  const { PATH, HOME } = process.env;
  const url = await createDatabase(server.connection);
  const settings = { PORT: "0", METRICS_PORT: "0", DATA_DIR: folder, LOG_LEVEL: "error", WEBHOOK_ALLOW: "127.0.0.1" };
  const env = { PATH, HOME, DATABASE_URL: url, AUTH_SECRET: "a secret of a store for tests only", ...settings };
  const { service, address, key } = await start(env);
  const ended = new Promise((done) => service.once("close", done));
  try {
    console.log(await fillThroughApi(address, key));
    addClerk(env);
  } finally {
    service.kill("SIGTERM");
    await ended;
  }
  rmSync(file, { force: true });
  execFileSync(process.execPath, [programOf(here, "cli.js"), "backup", file], { cwd: folder, env, stdio: "inherit" });
} finally {
  await server.close();
  rmSync(folder, { recursive: true });
}
