import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { csvHeader, csvRest } from "../../test/support/builders.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";

let database: TestDatabase;
let other: TestDatabase;
let run: ReturnType<typeof createTestShell>;
let folder: string;
beforeAll(async () => {
  [database, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  run = createTestShell(database.url);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "petstore-export-"));
  for (const { pool } of [database, other])
    await pool.query("TRUNCATE pet, category, category_merge, store_order RESTART IDENTITY CASCADE");
  return () => rm(folder, { recursive: true });
});
afterAll(() => Promise.all([database.drop(), other.drop()]));

const oddNames = [
  'say "hi"',
  "a, b",
  "=1+1",
  "*",
  "🐈‍⬛ 猫",
  "𝒳".repeat(200),
  "'",
  "a\u2028b",
  "0012",
  '"',
  "#",
  "Zoë\uFEFFx",
];

const fill = async () => {
  await database.pool.query(
    "INSERT INTO category (id, name) VALUES (7, 'Dog'), (8, '2024'), (9, NULL), (1, NULL), (10, 'a, \"b\"')",
  );
  for (const [at, name] of oddNames.entries()) {
    const values = [name, [7, 8, 9, 1, 10][at % 5], ["available", "pending", "sold"][at % 3]];
    await database.pool.query("INSERT INTO pet (name, category_id, status) VALUES ($1, $2, $3)", values);
  }
};

const pets = async ({ pool }: TestDatabase) => {
  const sql =
    "SELECT pet.name, category.id, category.name AS category, status FROM pet JOIN category ON category.id = category_id ORDER BY pet.id";
  return (await pool.query(sql)).rows;
};

describe("petstore export", () => {
  it("writes every pet ordered by id, quoted if necessary", async () => {
    await fill();
    const path = join(folder, "pets.csv");
    const { code, stdout } = await run(["export", path]);
    expect(stdout).toMatch(/^Exported 12 pets in \d+\.\d s\.\n$/);
    expect(code).toBe(0);
    expect((await readFile(path, "utf8")).split("\n").slice(0, 6)).toEqual([
      csvHeader,
      `1,"say ""hi""",7,Dog,available${csvRest}`,
      `2,"a, b",8,2024,pending${csvRest}`,
      `3,=1+1,9,,sold${csvRest}`,
      `4,*,1,,available${csvRest}`,
      `5,🐈‍⬛ 猫,10,"a, ""b""",pending${csvRest}`,
    ]);
    expect(await readdir(folder)).toEqual(["pets.csv"]);
  });

  it("adds externalId and all attributes with --profile, even those that are not public", async () => {
    await fill();
    const { rows } = await database.pool.query(
      "INSERT INTO attribute (name, label, type, is_public) VALUES ('breed', 'Breed', 'text', false) RETURNING id",
    );
    const values = ["T-1", { [rows[0].id]: "=Lab" }];
    await database.pool.query("INSERT INTO pet_profile (pet_id, external_id, attributes) VALUES (2, $1, $2)", values);
    const { stdout } = await run(["export", "-", "--profile"]);
    const lines = stdout.split("\n");
    expect(lines[0]).toBe(`${csvHeader},externalId,attributes.breed`);
    expect(lines[2]).toBe(`2,"a, b",8,2024,pending${csvRest},T-1,=Lab`);
    const json = (await run(["export", "-", "--profile", "--json"])).stdout.split("\n");
    expect(JSON.parse(json[1] ?? "")).toMatchObject({
      id: 2,
      profile: { externalId: "T-1", attributes: { breed: "=Lab" } },
    });
    const none = { externalId: null, attributes: {}, updatedAt: null };
    expect(JSON.parse(json[2] ?? "")).toMatchObject({ id: 3, profile: none });
    await database.pool.query("DELETE FROM attribute");
  });

  it("writes only CSV to standard output if the file is -", async () => {
    const { code, stdout, stderr } = await run(["export", "-"]);
    expect(stdout).toBe(`${csvHeader}\n`);
    expect(stderr).toMatch(/^Exported 0 pets/);
    expect(code).toBe(0);
  });

  it("writes more pets than one batch", async () => {
    await database.pool.query("INSERT INTO category (id) VALUES (1)");
    await database.pool.query(
      "INSERT INTO pet (name, category_id) SELECT 'Pet ' || n, 1 FROM generate_series(1, 25000) AS n",
    );
    const lines = (await run(["export", "-"])).stdout.trimEnd().split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([25_001, `25000,Pet 25000,1,,available${csvRest}`]);
  });

  it("refuses to overwrite a file without --force", async () => {
    const path = join(folder, "pets.csv");
    await writeFile(path, "mine");
    const { code, stderr } = await run(["export", path]);
    expect(stderr).toBe(`"${path}" already exists; name another file, or overwrite it with --force.\n`);
    expect(code).toBe(1);
    expect(await readFile(path, "utf8")).toBe("mine");
    expect((await run(["export", path, "--force"])).code).toBe(0);
    expect(await readFile(path, "utf8")).toMatch(/^id,name/);
  });

  it("overwrites the target of a symbolic link and leaves the link", async () => {
    await writeFile(join(folder, "real.csv"), "old");
    await symlink("real.csv", join(folder, "link.csv"));
    await run(["export", join(folder, "link.csv"), "--force"]);
    expect(await readFile(join(folder, "real.csv"), "utf8")).toMatch(/^id,name/);
  });

  it("refuses to replace a folder or a device", async () => {
    for (const path of [folder, "/dev/null"]) {
      expect(await run(["export", path, "--force"])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("is not a file"),
      });
    }
  });

  it("explains why a file cannot be written", async () => {
    const path = join(folder, "none", "pets.csv");
    const { code, stderr } = await run(["export", path]);
    expect(stderr).toBe(
      `Cannot write "${path}" (ENOENT); make sure that its folder exists, is writable and has space.\n`,
    );
    expect(code).toBe(1);
  });

  it("exits with 1 if the reader closes the pipe before the end", async () => {
    const closed = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(closed) }).on("error", () => {});
    const stderr = expect.stringMatching(
      /^The output was closed before everything was written, [^\n]+; make sure that this program reads to the end\.\n$/,
    );
    expect(await run(["export", "-"], { stdout })).toEqual({ code: 1, stdout: "", stderr });
  });

  it("leaves no partial file when it is interrupted", async () => {
    const interruption = new AbortController();
    const running = run(["export", join(folder, "pets.csv")], { signal: interruption.signal });
    interruption.abort();
    expect((await running).code).toBe(130);
    expect(await readdir(folder)).toEqual([]);
  });

  it("stops waiting for a slow reader when it is interrupted", async () => {
    const interruption = new AbortController();
    const stdout = new Writable({ write: () => setTimeout(() => interruption.abort(), 50) });
    expect((await run(["export", "-"], { stdout, signal: interruption.signal })).code).toBe(130);
  });
});

describe("petstore export --spreadsheet-safe", () => {
  const formulas = [
    '=HYPERLINK("http://a.example")',
    "+1",
    "-1",
    "@SUM(A1)",
    "＝1",
    "＋1",
    "－1",
    "＠A",
    "a;=1",
    "a; -1",
  ];
  const harmless = ["Frank", "a=1", "a-b", "1+1", "'", "a; b"];
  const namesIn = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.replace(/^\d+,/, ""));
  const exported = async (...options: string[]) => {
    await database.pool.query("INSERT INTO category (name) VALUES ('=1')");
    for (const name of [...formulas, ...harmless])
      await database.pool.query("INSERT INTO pet (name, category_id) VALUES ($1, 1)", [name]);
    return namesIn((await run(["export", "-", ...options])).stdout);
  };

  it("puts an apostrophe before formulas only", async () => {
    const rest = `,1,'=1,available${csvRest}`;
    // A byte order mark comes first, so that Excel reads UTF-8.
    const guarded = ["'=1", "'+1", "'-1", "'@SUM(A1)", "'＝1", "'＋1", "'－1", "'＠A", "a;'=1", "a;' -1"];
    expect(await exported("--spreadsheet-safe")).toEqual([
      `"'=HYPERLINK(""http://a.example"")"${rest}`,
      ...guarded.slice(1).map((name) => name + rest),
      ...harmless.map((name) => name + rest),
    ]);
  });

  it("begins with a byte order mark, so that Excel reads UTF-8, and an import ignores it", async () => {
    await fill();
    const { stdout } = await run(["export", "-", "--spreadsheet-safe"]);
    expect(stdout.startsWith(`\uFEFF${csvHeader}\n`)).toBe(true);
    expect((await run(["import", "-", "--dry-run"], { stdin: [stdout] })).code).toBe(0);
    expect((await run(["export", "-"])).stdout.startsWith(csvHeader)).toBe(true);
  });

  it("is documented, and values are exact without it", async () => {
    expect(await exported()).toContain(`+1,1,=1,available${csvRest}`);
    const { stdout } = await run(["export", "--help"]);
    expect(stdout).toContain("The values of CSV are exact");
    expect(stdout).toContain("Do not import such a file");
  });
});

describe("petstore export to a workbook", () => {
  it("is read by `petstore import` in another store, with the same values", async () => {
    await fill();
    const path = join(folder, "pets.xlsx");
    const { code, stdout } = await run(["export", path, "--profile"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Exported 12 pets in/)]);
    expect((await readFile(path)).subarray(0, 2).toString()).toBe("PK");
    expect((await createTestShell(other.url)(["import", path])).code).toBe(0);
    expect(await pets(other)).toEqual(await pets(database));
  });

  it("is chosen by --format, whatever the name is", async () => {
    const [one, another] = [join(folder, "one.xlsx"), join(folder, "another")];
    await run(["export", one, "--format", "csv"]);
    await run(["export", another, "--format", "xlsx"]);
    expect(await readFile(one, "utf8")).toBe(`${csvHeader}\n`);
    expect((await readFile(another)).subarray(0, 2).toString()).toBe("PK");
  });

  it.each([
    [["pets.xlsx", "--spreadsheet-safe"], "a workbook never runs its texts as formulas"],
    [["-", "--format", "xlsx", "--json"], "writes JSON lines to -, not a workbook"],
    [["-", "--format", "pdf"], "Allowed choices are csv, xlsx"],
  ])("refuses %j", async (options, problem) => {
    expect(await run(["export", ...options])).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
  });
});

describe("importing an export", () => {
  it("recreates the pets and categories in an empty store", async () => {
    await fill();
    const { stdout } = await run(["export", "-"]);
    const { code } = await createTestShell(other.url)(["import", "-"], { stdin: [stdout] });
    expect(code).toBe(0);
    expect(await pets(other)).toEqual(await pets(database));
  });

  it("duplicates the pets in its own store without new categories", async () => {
    await fill();
    const before = await pets(database);
    const { stdout } = await run(["export", "-"]);
    const { stdout: summary } = await run(["import", "-"], { stdin: [stdout] });
    expect(summary).toMatch(/^Imported 12 pets into 5 categories in/);
    expect(await pets(database)).toEqual([...before, ...before]);
  });

  it("finds categories by name in a store with other ids", async () => {
    await fill();
    await other.pool.query("INSERT INTO category (id, name) VALUES (7, 'Bird'), (1000, 'DOG')");
    const { stdout } = await run(["export", "-"]);
    await createTestShell(other.url)(["import", "-"], { stdin: [stdout] });
    expect((await pets(other))[0]).toMatchObject({ id: "1000", category: "DOG" });
  });
});
