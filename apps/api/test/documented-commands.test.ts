import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Block, blocks, pages, readPage } from "./support/documented-blocks.js";
import { judgePetstore } from "./support/judge-petstore.js";
import { judgeNode, judgeScript } from "./support/judge-script.js";
import { isInstalled } from "./support/package-scripts.js";
import { requestedByCurl } from "./support/requested-by-curl.js";
import type { ShellCommand } from "./support/shell-commands.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";
import { createTestApi, type TestApi } from "./support/test-api.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { createTestShell } from "./support/test-shell.js";

/** The programs whose commands are not checked here, with the reason. */
const unjudged: Readonly<Record<string, readonly string[]>> = {
  "of every POSIX system": [
    ...["[", "cat", "cd", "chmod", "cp", "date", "echo", "export", "grep", "head", "mkdir", "mv", "printf"],
    ...["sed", "sh", "touch", "wc"],
  ],
  "curl.test.ts runs it": ["jq"],
  "`npx --yes pnpm clients` runs it": ["cargo", "go", "openapi-python-client", "pip"],
  "needs Java; `npx --yes pnpm clients` runs the same generator": ["openapi-generator-cli"],
  "needs root": ["apt-get", "sudo", "systemctl", "systemd-run", "systemd-sysusers"],
  "needs a registry of images or a cluster; deployment.test.ts reads its files": ["docker", "kubectl"],
  "needs a PostgreSQL server of its own, most also its superuser": [
    ...["createdb", "pg_basebackup", "pg_ctl", "pg_dump", "pg_restore", "pg_verifybackup", "pg_waldump", "psql"],
  ],
  "needs another machine": ["git", "ssh"],
  "makes secrets": ["age-keygen", "openssl"],
};
const isUnjudged = (program: string) => Object.values(unjudged).flat().includes(program);

/** The pages whose requests another test sends as they are, including those that are refused. */
const sentElsewhere = ["README.md", "docs/curl.md"];

let api: TestApi;
let adminKey: string;
beforeAll(async () => {
  api = await createTestApi();
  adminKey = await api.makeKey("admin");
});
afterAll(() => api.close());

const judgeRequest = async (args: readonly string[], { page, variables }: Block): Promise<string | undefined> => {
  const request = requestedByCurl(args, variables);
  if (request === undefined) return "no address of the service";
  const line = `${request.method} ${request.path}`;
  const isSent = request.method === "GET" && !sentElsewhere.includes(page);
  // The gate checks path and method before it refuses a request without a key. So such a request tests both and changes
  // nothing.
  const { status } = await api.send(line, { key: isSent ? adminKey : "" });
  const isKnown = isSent ? status === 200 : status !== 404 && status !== 405;
  return isKnown ? undefined : `${line} is ${status}`;
};

const judge = async ([program, ...args]: ShellCommand, block: Block): Promise<string | undefined> => {
  if (program === "petstore") return judgePetstore(args);
  if (program === "npm") return judgeScript(args);
  if (program === "npx" && args[0] === "--yes" && args[1] === "pnpm") return judgeScript(args.slice(2));
  if (program === "npx") return isInstalled(args[0] ?? "") ? undefined : "no package of the workspace has it";
  if (program === "node") return judgeNode(args);
  if (program === "curl") return judgeRequest(args, block);
  return isUnjudged(program) ? undefined : "unknown program: judge it here, or list it with the reason";
};

describe.each(pages)("the commands of %s", (page) => {
  it("use only existing subcommands, options, scripts, paths and programs", async () => {
    const problems: string[] = [];
    for (const block of blocks.filter((one) => one.page === page)) {
      for (const command of block.commands) {
        const problem = await judge(command, block);
        if (problem !== undefined) problems.push(`${command.join(" ")}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  });

  it("use only existing subcommands and options, even where a sentence only mentions petstore", () => {
    const mentions = [...readPage(page).matchAll(/`petstore ([a-z][^`…]*)`/g)].map(([, args = ""]) => args);
    const problems = mentions.flatMap((args) => judgePetstore(args.trim().split(/\s+/), true) ?? []);
    expect(problems).toEqual([]);
  });
});

it("every program that the tests do not check occurs on a page", () => {
  const used = new Set(blocks.flatMap(({ commands }) => commands.map(([program]) => program)));
  expect(used.size).toBeGreaterThan(20);
  const unused = Object.values(unjudged)
    .flat()
    .filter((program) => !used.has(program));
  expect(unused).toEqual([]);
});

/** The petstore commands that are checked but not run here, with the reason. */
const notRun: Readonly<Record<string, string>> = {
  "jobs resume undo 260": "needs a job that waits; jobs.test.ts runs it",
  "jobs drop undo 260": "needs a job that waits; jobs.test.ts runs it",
  "restore store.gz": "needs an empty store; backup.test.ts runs it",
  "backup --to s3://bucket/prefix?region=eu-central-1 --keep 7d,4w,12m":
    "needs a bucket; backup-to-place.test.ts runs it",
  "backup --to /mnt/backups --keep 7d,4w,12m --encrypt-to age1YOURKEY":
    "needs the reader's key; encrypted-backup.test.ts runs it",
  "restore --dry-run store.gz.age --identity key.txt": "needs the reader's key; encrypted-backup.test.ts runs it",
};
const isRun = (args: readonly string[]) => notRun[args.join(" ")] === undefined;

const petstoreOf = ([program, ...args]: ShellCommand): readonly (readonly string[])[] => {
  if (program === "petstore") return [args];
  const isScript = program === "npx" && args.slice(0, 3).join(" ") === "--yes pnpm petstore";
  return isScript ? [args.slice(3)] : [];
};
const petstoreCommands = blocks.flatMap(({ page, commands }) =>
  commands.flatMap(petstoreOf).map((args) => ({ page, args })),
);

const people = [
  ["owner@petstore.internal", "owner"],
  ["other@petstore.internal", "owner"],
  ["sam@example.com", "clerk"],
] as const;

const fill = async ({ db }: TestDatabase, run: ReturnType<typeof createTestShell>): Promise<void> => {
  for (const [email, role] of people) {
    const { id: userId } = await db.account.create({ data: { email, name: role, role } });
    await db.credential.create({
      data: { userId, providerId: "credential", accountId: String(userId), password: "hash" },
    });
  }
  for (const name of ["1", "2", "3", "4", "5"]) await run(["keys", "create", "--name", name]);
};

describe.each([...new Set(petstoreCommands.map(({ page }) => page))])("the petstore commands of %s", (page) => {
  it("succeed one after the other in a store with two owners, a clerk and five keys", async () => {
    const database = await createTestDatabase();
    const folder = await makeTemporaryFolder();
    const run = createTestShell(database.url);
    await fill(database, run);
    await writeFile(join(folder, "pets.csv"), "name,species\nRex,Dog\n");
    const failed: string[] = [];
    for (const { args } of petstoreCommands.filter((one) => one.page === page && isRun(one.args))) {
      const placeOf = (arg: string) =>
        /\.(?:csv|gz|jsonl)$/.test(arg)
          ? join(folder, arg.replaceAll("/", "-"))
          : arg === "/mnt/backups"
            ? folder
            : arg;
      const here = args.map(placeOf);
      const { code, stderr } = await run(here);
      if (code !== 0) failed.push(`${args.join(" ")}: ${stderr}`);
    }
    await database.drop();
    await rm(folder, { recursive: true });
    expect(failed).toEqual([]);
  });
});

it("every command that the tests do not run occurs on a page", () => {
  const documented = new Set(petstoreCommands.map(({ args }) => args.join(" ")));
  expect(Object.keys(notRun).filter((command) => !documented.has(command))).toEqual([]);
});
