import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAccount } from "../../test/support/builders.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";

const built = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
  env = { ...process.env, DATABASE_URL: database.url };
});
afterAll(() => database.drop());

describe("petstore", () => {
  it.each([[["--help"]], [["help"]], [["help", "import"]], [["keys", "create", "--help"]], [["--version"]]])(
    "prints to standard output for %j with exit code 0",
    async (args) => {
      const { code, stdout, stderr } = await run(args);
      expect(stdout).toMatch(
        /^(?:Usage: petstore|\d+\.\d+\.\d+(?:-next)? \((?:commit [0-9a-f]{12}, )?schema \d{14}\)\n$)/,
      );
      expect([code, stderr]).toEqual([0, ""]);
    },
  );

  it("documents its exit codes", async () => {
    expect((await run(["--help"])).stdout).toMatch(/Exit codes:\n +0 +success\n +1 .*\n +2 .*\n +130 /);
  });

  it.each([[[]], [["keys"]], [["imprt"]], [["import"]], [["import", "a.csv", "b.csv"]], [["export", "-", "--forse"]]])(
    "refuses the command line %j on standard error with exit code 2",
    async (args) => {
      const { code, stdout, stderr } = await run(args);
      expect(stderr).toMatch(/^(Usage: petstore|error: .*\n(\(Did you mean .*\)\n)?\(use --help)/);
      expect([code, stdout]).toEqual([2, ""]);
    },
  );

  it("reports an invalid variable in one sentence", async () => {
    const { code, stderr } = await run(["keys", "list"], { env: { ENVIRONMENT: "moon" } });
    expect(stderr).toContain("ENVIRONMENT must be production or staging");
    expect(code).toBe(1);
  });

  it("reports an unreachable database in one sentence", async () => {
    const { code, stderr } = await run(["keys", "list"], { env: { DATABASE_URL: "postgresql://127.0.0.1:1/none" } });
    expect(stderr).toMatch(/^The database "none" at 127\.0\.0\.1:1, .* cannot be reached .*\n$/);
    expect(code).toBe(1);
  });

  it("reports a lost connection in one sentence", async () => {
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;
    const stdin = (async function* () {
      yield `name,category\n${"Rex,Dog\n".repeat(20_000)}`;
      await expect.poll(async () => (await database.pool.query(cut)).rowCount, { timeout: 30_000 }).toBe(1);
      yield "Rex,Dog\n";
    })();
    const { code, stderr } = await run(["import", "-"], { stdin });
    expect(stderr).toBe("The connection to the database was lost; make sure that it is running and try again.\n");
    expect(code).toBe(1);
    expect(await database.db.pet.count()).toBe(0);
  });
});

describe("petstore migrate", () => {
  it("reports the applied migrations, or that there were none", async () => {
    const empty = await createTestDatabase("template1");
    const migrate = () => createTestShell(empty.url)(["migrate"]);
    expect((await migrate()).stdout).toMatch(/^Applied \d+ migrations?:\n {2}\d{14}_first\n/);
    expect(await migrate()).toEqual({
      code: 0,
      stdout: "The database is up to date; there was nothing to do.\n",
      stderr: "",
    });
    await empty.drop();
  });
});

describe("the built program", () => {
  it("prints only its result on standard output", async () => {
    await addAccount(database);
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [built, "keys", "create", "--name", "Shop", "--json"],
      { env },
    );
    expect(JSON.parse(stdout)).toMatchObject({ name: "Shop" });
    expect(stderr).toBe("");
  });

  it.each([["export -"], ["backup -"]])("%s fails when its output is closed before its end", async (args) => {
    await database.pool.query("INSERT INTO category (id) VALUES (1)");
    await database.pool.query(
      "INSERT INTO pet (name, category_id) SELECT md5(n::text) || md5((-n)::text), 1 FROM generate_series(1, 20000) AS n",
    );
    const command = `"${process.execPath}" "${built}" ${args} | head -c 100 >/dev/null; echo \${PIPESTATUS[0]}`;
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", command], { env });
    expect([stdout, stderr]).toEqual([
      "1\n",
      "The output was closed before everything was written, so the program that reads it has incomplete data; make sure that this program reads to the end.\n",
    ]);
    await database.pool.query("TRUNCATE pet, category, category_merge, store_order CASCADE");
  });

  it("warns on standard error of a variable whose name is nearly a setting, and still works", async () => {
    await addAccount(database);
    const mistyped = { ...env, RATE_LIMITS: "5" };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [built, "keys", "list"], { env: mistyped });
    expect(stdout).toMatch(/^ID +KEY /);
    expect(stderr).toBe(
      "RATE_LIMITS is not a setting of Pet Store and has no effect; if it is meant to be RATE_LIMIT, rename it.\n",
    );
  });

  it("rolls back an import on SIGINT and exits with 130", async () => {
    const child = spawn(process.execPath, [built, "import", "-"], { env });
    child.stdin.write(`name,category\n${"Rex,Dog\n".repeat(20_000)}`);
    const isImporting =
      "SELECT FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()";
    await expect.poll(async () => (await database.pool.query(isImporting)).rowCount, { timeout: 50_000 }).toBe(1);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([130, null]);
    expect(await database.db.pet.count()).toBe(0);
  });
});
