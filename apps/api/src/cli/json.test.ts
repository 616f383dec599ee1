import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import {
  ApiKey,
  ApiKeyStatus,
  Category,
  CreatedApiKey,
  Order,
  Pet,
  PetImportDryRun,
  PetImportResult,
} from "@petstore/contract/routes";
import type { Command } from "commander";
import { Invitation, LiveApiKey, User } from "@petstore/contract/auth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { addAccount, addOrder, addPets, csvHeader, csvRest } from "../../test/support/builders.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { operatorErrorCodes } from "../config/operator-error.js";
import { createProgram } from "./petstore.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
});
beforeEach(async () => {
  await database.pool.query("TRUNCATE account, api_key, pet, category, store_order RESTART IDENTITY CASCADE");
  await addAccount(database);
  folder = await mkdtemp(join(tmpdir(), "petstore-json-"));
  return () => rm(folder, { recursive: true });
});
afterAll(() => database.drop());

type Given = NonNullable<Parameters<ReturnType<typeof createTestShell>>[1]>;

/** Runs a command with --json. @returns The only line that it prints. */
const json = async (command: string, given: Given = {}): Promise<unknown> => {
  const { code, stdout, stderr } = await run([...command.split(" "), "--json"], given);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n")).toEqual([expect.anything(), ""]);
  return JSON.parse(stdout);
};

/** Runs a command that fails. @returns Its only line on standard error. */
const failure = async (args: readonly string[], given: Given = {}) => {
  const { code, stdout, stderr } = await run([...args, "--json"], given);
  expect(stdout).toBe("");
  expect(stderr.split("\n")).toEqual([expect.anything(), ""]);
  return { exit: code, ...(JSON.parse(stderr) as object) };
};

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

const Account = User.extend({ disabled: z.boolean() });
const KeyWithStatus = ApiKey.extend({ status: ApiKeyStatus });
describe("--json", () => {
  it("is an option of every command", () => {
    const streams = { env: {}, stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    const program = createProgram({ ...streams, signal: new AbortController().signal, isJson: false });
    const leaves = leavesOf(program);
    expect(leaves.length).toBeGreaterThan(12);
    const withoutJson = leaves.filter(({ options }) => !options.some(({ long }) => long === "--json"));
    expect(withoutJson.map((command) => command.name())).toEqual([]);
  });

  it("prints keys as in the API", async () => {
    const made = CreatedApiKey.parse(await json("keys create --name Shop --scope write"));
    const rotated = CreatedApiKey.parse(await json(`keys rotate ${made.id} --overlap 1h`));
    expect(KeyWithStatus.parse(await json(`keys revoke ${rotated.id}`))).toMatchObject({
      name: "Shop",
      status: "revoked",
    });
    const [first, second] = z.array(KeyWithStatus).parse(await json("keys list"));
    expect([first?.status, second?.status]).toEqual(["active", "revoked"]);
    // Revoking the key a second time changes nothing.
    expect(await json(`keys revoke ${rotated.id}`)).toEqual(second);
  });

  it("prints accounts as in the API", async () => {
    const Created = Account.extend({ invitation: Invitation });
    const created = Created.parse(await json("accounts create --email jane@petstore.test --role clerk"));
    expect(created).toMatchObject({ email: "jane@petstore.test", role: "clerk", banned: false });
    expect(Account.parse(await json("accounts disable jane@petstore.test"))).toMatchObject({
      banned: true,
      disabled: true,
    });
    expect(Account.parse(await json("accounts enable jane@petstore.test"))).toMatchObject({ banned: false });
    await run(["keys", "create", "--name", "Shop", "--account", "jane@petstore.test"]);
    const invited = await json("accounts invite jane@petstore.test --revoke-keys");
    const Invited = z.strictObject({
      user: Account,
      invitation: Invitation,
      apiKeys: z.array(LiveApiKey),
      apiKeysRevoked: z.boolean(),
    });
    expect(Invited.parse(invited)).toMatchObject({
      user: { id: created.id },
      apiKeys: [{ name: "Shop" }],
      apiKeysRevoked: true,
    });
    expect(z.array(Account).parse(await json("accounts list"))).toHaveLength(2);
  });

  it("prints categories as in the API, and how many pets a merge moved", async () => {
    await addPets({ database }, { categoryId: 1 }, { categoryId: 2 }, { categoryId: 2 });
    expect(z.array(Category).parse(await json("categories list"))).toHaveLength(2);
    const merged = Category.extend({ moved: z.int() }).parse(await json("categories merge 2 1"));
    expect(merged).toMatchObject({ id: 1, name: null, petCount: 3, moved: 2 });
  });

  it("prints orders as in the API, without the remark that there are more orders", async () => {
    for (const id of await addPets({ database }, {}, {})) await addOrder({ database }, id);
    expect(z.array(Order).parse(await json("orders list --limit 1"))).toMatchObject([{ id: 2 }]);
  });

  it("prints the result of an import as in the API, including skipped rows", async () => {
    const result = await json("import - --skip-bad", { stdin: ["name,category\nRex,Dog\n,Dog\n"] });
    const required = { code: "required", column: "name", parameters: {} };
    const sentence = { sentence: "name is required" };
    expect(PetImportResult.parse(result)).toEqual({
      ...{ rows: 2, imported: 1, updated: 0, bad: 1, categories: { all: 1, new: 1 } },
      badRows: [{ line: 3, problem: "name is required", problems: [{ ...required, value: null, ...sentence }] }],
      problems: [{ ...required, ...sentence, count: 1, examples: [{ line: 3, value: null }] }],
      moreProblems: 0,
    });
  });

  it("prints the result of a dry run as in the API, and writes nothing", async () => {
    const result = PetImportDryRun.parse(await json("import - --dry-run", { stdin: ["name,category\nRex,Dog\n"] }));
    expect(result).toMatchObject({
      imported: 1,
      pets: [{ line: 2, name: "Rex", categoryId: null, categoryName: "Dog" }],
    });
    expect(await database.db.pet.count()).toBe(0);
  });

  it("prints a JSON report of an export to a file, and still writes the file as CSV", async () => {
    await addPets({ database }, { name: "Rex" });
    const file = join(folder, "pets.csv");
    expect(await json(`export ${file}`)).toEqual({ file, pets: 1 });
    expect(await readFile(file, "utf8")).toBe(`${csvHeader}\n1,Rex,1,,available${csvRest}\n`);
  });

  it("exports pets as in the API to standard output, one per line", async () => {
    await addPets({ database }, { name: "Rex" }, { name: 'a\u2028"b"', status: "sold" });
    const { code, stdout, stderr } = await run(["export", "-", "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const pets = stdout
      .trimEnd()
      .split("\n")
      .map((line) => Pet.parse(JSON.parse(line)));
    expect(pets.map(({ name }) => name)).toEqual(["Rex", 'a\u2028"b"']);
  });

  it("prints nothing if there are no pets to export", async () => {
    expect(await run(["export", "-", "--json"])).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("prints the applied migrations", async () => {
    expect(await json("migrate")).toEqual({ applied: [] });
  });
});

describe("an error with --json", () => {
  it.each([
    [["keys", "revoke", "77"], { message: "There is no key 77.", remedy: "`petstore keys list` shows all keys." }],
    [["accounts", "enable", "no@petstore.test"], { message: "There is no account with the address no@petstore.test." }],
    [["categories", "merge", "7", "8"], { message: "There is no category 7." }],
    [
      ["keys", "create", "--name", "Shop", "--account", "no@petstore.test"],
      { message: "There is no account no@petstore.test." },
    ],
  ])("has code not_found for %j, with message and remedy", async (args, expected) => {
    expect(await failure(args)).toEqual({
      exit: 1,
      code: "not_found",
      remedy: expect.stringMatching(/ shows all .*\.$/),
      ...expected,
    });
  });

  it.each([
    [["keys", "create"], "Required option '--name <name>' not specified.", "Use --help"],
    [["keys", "crate"], "Unknown command 'crate'.", "Did you mean create?"],
    [["keys"], "Unknown option '--json'.", "Use --help"],
    [
      ["export", "-", "--spreadsheet-safe"],
      "Option '--spreadsheet-safe' is for CSV; leave it out for JSON lines.",
      "Use --help",
    ],
  ])("has code invalid_command_line and exit code 2 for %j", async (args, message, remedy) => {
    expect(await failure(args)).toEqual({
      ...{ exit: 2, code: "invalid_command_line", message },
      remedy: expect.stringContaining(remedy),
    });
  });

  it("lists the bad rows that prevent an import", async () => {
    const error = await failure(["import", "-"], { stdin: ["name,category\nRex,Dog\n,Dog\n"] });
    expect(error).toEqual({
      ...{ exit: 1, code: "bad_rows", message: "Nothing was imported: 1 of 2 rows is bad." },
      remedy: "Correct them, or skip them with --skip-bad.",
      ...{ rows: 2, bad: 1, moreProblems: 0 },
      badRows: [expect.objectContaining({ line: 3, problem: "name is required" })],
      problems: [expect.objectContaining({ code: "required", column: "name", count: 1 })],
    });
  });

  it("names every invalid variable", async () => {
    expect(await failure(["keys", "list"], { env: { ENVIRONMENT: "moon", PORT: "x" } })).toMatchObject({
      ...{ exit: 1, code: "invalid_environment" },
      remedy: expect.stringMatching(/ENVIRONMENT must be .*; PORT must be /),
    });
  });

  it.each([
    ["file_exists", ["export", "pets.csv"]],
    ["unwritable_file", ["export", "none/pets.csv"]],
    ["unreadable_file", ["import", "none.csv"]],
    ["invalid_file", ["import", "pets.csv"]],
  ])("has code %s for %j", async (code, [command = "", file = ""]) => {
    await writeFile(join(folder, "pets.csv"), "no columns");
    expect(await failure([command, join(folder, file)])).toMatchObject({ exit: 1, code });
  });

  it("has code database_unavailable when the database cannot be reached", async () => {
    const env = { DATABASE_URL: "postgresql://127.0.0.1:1/none" };
    expect(await failure(["keys", "list"], { env })).toMatchObject({
      ...{ exit: 1, code: "database_unavailable" },
      message: expect.stringMatching(/^The database "none" .* cannot be reached \(ECONNREFUSED\)\.$/),
      remedy: expect.stringMatching(/^Make sure that it runs/),
    });
  });

  it("has the API's code for an error of the API", async () => {
    const email = (await database.db.account.findFirstOrThrow()).email;
    expect(await failure(["accounts", "disable", email])).toEqual({
      ...{ exit: 1, code: "last_owner", message: "At least one owner must be able to sign in." },
      remedy: "First give the role owner to another account that has a password or a passkey.",
    });
    const create = ["accounts", "create", "--email", email, "--role", "owner"];
    expect(await failure(create)).toMatchObject({ code: "email_taken", remedy: "Use another address." });
  });

  it("has code conflict for a command that the state of the store does not allow", async () => {
    await run(["keys", "create", "--name", "Shop"]);
    await run(["keys", "revoke", "1"]);
    expect(await failure(["keys", "rotate", "1"])).toEqual({
      ...{ exit: 1, code: "conflict", message: "Key 1 is revoked." },
      remedy: "Create another with `petstore keys create`.",
    });
  });

  it("has code interrupted and exit code 130", async () => {
    const interruption = new AbortController();
    const stdin = (async function* () {
      yield "name,category\n";
      interruption.abort();
    })();
    expect(await failure(["import", "-"], { stdin, signal: interruption.signal })).toMatchObject({
      exit: 130,
      code: "interrupted",
    });
  });

  it("has code internal_error for a defect, with its stack", async () => {
    const stdin = Object.assign(new PassThrough(), {
      [Symbol.asyncIterator]: () => {
        throw new TypeError("a defect");
      },
    });
    expect(await failure(["import", "-"], { stdin })).toMatchObject({
      exit: 1,
      code: "internal_error",
      message: expect.stringMatching(/a defect\n +at /),
    });
  });

  it("has a code that docs/operations.md explains", async () => {
    const text = await readFile(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
    const explained = [...text.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, code]) => code);
    const codes = ["interrupted", "invalid_command_line", "internal_error", ...operatorErrorCodes];
    expect(codes.filter((code) => !explained.includes(code))).toEqual([]);
  });

  it("is a plain sentence if --json is only the value of another option", async () => {
    const { stderr } = await run(["keys", "create", "--account", "no@petstore.test", "--name", "--json"]);
    expect(stderr).toMatch(/^There is no account /);
  });
});
