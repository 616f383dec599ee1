// npx pnpm mutate FILE… [--tests FILTER…] [--related]: changes a source file in one place after another, and runs the quick
// tests of its folder against each change. A change that no test notices is printed: it names a test that is missing.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { pino } from "pino";
import { migrate } from "../dist/database/migrate.js";
import { openPrivatePostgres } from "../dist/database/private-postgres.js";
import { findMutants } from "./mutants.mjs";

const api = fileURLToPath(new URL("..", import.meta.url));
const vitest = join(api, "node_modules/vitest/vitest.mjs");
// A change may leave a request without a response: do not wait a minute for it.
const timeouts = ["--testTimeout", "20000", "--hookTimeout", "20000"];
const projects = ["--project", "quick", "--project", "slow"];
const vitestOptions = ["--run", ...projects, "--reporter", "dot", "--maxWorkers", "1", ...timeouts];
const help = `npx pnpm mutate FILE… [--tests FILTER…] [--related] [--only LINE,…] [--jobs ${availableParallelism()}]

Mutation testing: changes a source file of apps/api in one place after another and runs the tests of its folder against
each change, and those whose path contains a FILTER. Prints the changes that no test notices, and the share that one does.

  --tests    also run the tests whose path contains this; may be repeated
  --related  run the changes that survive against every test that imports the file
  --only     only changes of these lines
  --jobs     how many changes are tested at a time
`;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  allowPositionals: true,
  options: {
    tests: { type: "string", multiple: true, default: [] },
    related: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    jobs: { type: "string", default: String(availableParallelism()) },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** The process groups that run now: vitest has one of its own, which a terminal's Ctrl-C does not reach. */
const running = new Set();
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    interruption.abort();
    for (const pid of running) process.kill(-pid, "SIGKILL");
  });
}

/** Runs vitest on the given tests. @returns "passed", "failed" or "late" */
const runVitest = (args, env, timeoutMs) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [vitest, ...args, ...vitestOptions], {
      cwd: api,
      env: { ...process.env, ...env },
      stdio: "ignore",
      detached: true,
    });
    const pid = Number(child.pid);
    running.add(pid);
    // A change may loop forever in a worker: kill the process group.
    const killing = setTimeout(() => process.kill(-pid, "SIGKILL"), timeoutMs);
    child.once("close", (code, signal) => {
      clearTimeout(killing);
      running.delete(pid);
      if (signal === "SIGKILL") done("late");
      else done(code === 0 ? "passed" : "failed");
    });
  });

/** One PostgreSQL for all runs, with the template that test/global-setup.ts makes otherwise. */
const openServer = async (dataDir) => {
  const log = pino({ level: "silent" });
  const settings = { max_connections: "300", fsync: "off", file_copy_method: "clone" };
  const server = await openPrivatePostgres({ dataDir, log, settings });
  const client = new Client({ ...server.connection, user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("CREATE DATABASE petstore_template OWNER petstore");
  await client.end();
  await migrate({ ...server.connection, database: "petstore_template" }, log);
  return server;
};

const pathOf = (file) => resolve(process.env["INIT_CWD"] ?? ".", file);

const mutateFile = async (file, env, scratch) => {
  const path = pathOf(file);
  const source = await readFile(path, "utf8");
  const name = relative(api, path);
  const tests = [`${dirname(name)}/`, ...values.tests];
  const startedAt = performance.now();
  if ((await runVitest(tests, env, 600_000)) !== "passed") throw new Error(`${name}: its tests fail without a change.`);
  const timeoutMs = 20_000 + 5 * (performance.now() - startedAt);
  const lines = new Set(values.only.split(",").filter(Boolean).map(Number));
  const mutants = findMutants(path, source).filter(({ line }) => lines.size === 0 || lines.has(line));
  const survivors = [];
  const test = async (mutant, number) => {
    const text = join(scratch, `${number}.ts`);
    await writeFile(text, mutant.text);
    const mutation = { ...env, MUTATED_FILE: path, MUTATED_TEXT: text };
    let outcome = await runVitest([...tests, "--bail", "1"], mutation, timeoutMs);
    if (outcome === "passed" && values.related)
      outcome = await runVitest(["related", path, "--bail", "1"], mutation, 600_000);
    if (outcome === "passed") survivors.push(mutant);
    process.stderr.write(outcome === "passed" ? "S" : ".");
  };
  let next = 0;
  const work = async () => {
    while (next < mutants.length && !interruption.signal.aborted) await test(mutants[(next += 1) - 1], next);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  process.stderr.write("\n");
  if (interruption.signal.aborted) throw new Error("Interrupted.");
  for (const { line, change } of survivors.toSorted((a, b) => a.line - b.line)) {
    process.stdout.write(`${name}:${line} survives: ${change}\n`);
  }
  const killed = mutants.length - survivors.length;
  process.stdout.write(
    `${name}: ${killed} of ${mutants.length} killed (${((100 * killed) / mutants.length).toFixed(1)} %)\n`,
  );
};

const unknown = positionals.filter((file) => !existsSync(pathOf(file)));
if (values.help || positionals.length === 0) {
  process.stdout.write(help);
  process.exitCode = values.help ? 0 : 1;
} else if (unknown.length > 0) {
  process.stderr.write(
    `${unknown.join(", ")} does not exist; give paths as from here, for example apps/api/src/gate/gate.ts\n`,
  );
  process.exitCode = 1;
} else {
  const scratch = await mkdtemp(join(tmpdir(), "mutate-"));
  const server = await openServer(join(scratch, "data"));
  const { host, port } = server.connection;
  try {
    for (const file of positionals)
      await mutateFile(file, { TEST_POSTGRES: JSON.stringify({ host, port, ssl: false }) }, scratch);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await server.close();
    await rm(scratch, { recursive: true });
  }
}
