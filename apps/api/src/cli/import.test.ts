import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { rowOf, workbookParts, zipOf } from "@petstore/tables/test/workbook-parts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { createTestDatabase, type TestDatabase, inThisDatabase } from "../../test/support/test-database.js";
import { createTestShell, type Outcome } from "../../test/support/test-shell.js";
import { operator } from "./operator.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
  folder = await mkdtemp(join(tmpdir(), "petstore-import-"));
});
beforeEach(() => database.pool.query("TRUNCATE pet, category, category_merge, store_order RESTART IDENTITY CASCADE"));
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const importText = (content: string | Uint8Array, ...args: string[]) =>
  run(["import", "-", ...args], { stdin: [content] });

const pets = async (): Promise<string[]> => {
  const { rows } = await database.pool.query(
    "SELECT pet.name, coalesce(category.name, '#' || category.id) AS category, status FROM pet JOIN category ON category.id = category_id ORDER BY pet.id",
  );
  return rows.map(({ name, category, status }) => `${name}, ${category}, ${status}`);
};
const categories = async () => (await database.pool.query("SELECT id::integer, name FROM category ORDER BY id")).rows;

describe("petstore import", () => {
  it("imports a file in order and reports the number of pets", async () => {
    const path = join(folder, "pets.csv");
    await writeFile(path, "name,category,status\nRex,Dog,sold\nMimi,Cat,\nAda,dog,pending\n");
    const { code, stdout, stderr } = await run(["import", path]);
    expect(stdout).toMatch(/^Imported 3 pets into 2 categories \(2 of them new\) in \d+\.\d s\.\n$/);
    expect([code, stderr]).toEqual([0, ""]);
    expect(await pets()).toEqual(["Rex, Dog, sold", "Mimi, Cat, available", "Ada, Dog, pending"]);
  });

  it("says with --update --dry-run how many values would change, and names the first twenty", async () => {
    await importText("name,category,externalId\nRex,Dog,A-1\nAda,Dog,A-2\n");
    const { stdout } = await importText(
      "name,category,externalId\nRexy,Cat,A-1\nAda,Dog,A-2\n",
      "--update",
      "--dry-run",
    );
    const { rows } = await database.pool.query("SELECT id FROM pet WHERE name = 'Rex'");
    expect(stdout.split("\n").slice(1)).toEqual([
      "2 values of 1 pet would change:",
      `  line 2, pet ${rows[0].id}: name is "Rex", would be "Rexy"`,
      `  line 2, pet ${rows[0].id}: category is "Dog", would be "Cat"`,
      "",
    ]);
    const header = "name,category,externalId\n";
    const many = (name: string) => header + Array.from({ length: 30 }, (_, at) => `${name},Dog,B-${at}\n`).join("");
    await importText(many("Max"));
    const more = await importText(many("Moritz"), "--update", "--dry-run");
    expect(more.stdout).toContain("30 values of 30 pets would change:");
    expect(more.stdout.trimEnd().split("\n").at(-1)).toBe("  and 10 more");
    expect((await importText(many("Max"), "--update", "--dry-run")).stdout).toContain("\nNo value would change.\n");
  });

  it("updates pets by their externalId with --update, and says so", async () => {
    await importText("name,category,externalId\nRex,Dog,A-1\n");
    const { stdout } = await importText("name,category,externalId\nRexy,Dog,A-1\nAda,Dog,A-2\n", "--update");
    expect(stdout).toMatch(/^Imported 1 pet into 1 category in \d+\.\d s, and updated 1 by externalId\.\n$/);
    expect(await pets()).toEqual(["Rexy, Dog, available", "Ada, Dog, available"]);
  });

  const idsOfPets = async () => {
    const { _min, _max } = await database.db.pet.aggregate({ _min: { id: true }, _max: { id: true } });
    return { firstPetId: Number(_min.id), lastPetId: Number(_max.id) };
  };

  it("records one audit event with the numbers of the import", async () => {
    const last = await lastEventId(database);
    await importText("name,category\nRex,Dog\n,Dog\nMimi,Cat\nAda,Dog\n", "--skip-bad");
    expect(await eventsSince(database, last)).toEqual([
      {
        ...{ id: expect.any(Number), at: expect.any(String), actor: operator(), action: "catalogue.import" },
        ...{ subject: { kind: "catalogue", id: null }, before: null },
        after: {
          ...{ source: "Standard input", imported: 3, updated: 0, leftCount: 1, categories: { all: 2, new: 2 } },
          ...(await idsOfPets()),
        },
      },
    ]);
  });

  it.each([
    ["a dry run", "name,category\nRex,Dog\n", ["--dry-run"]],
    ["an import with a bad row", "name,category\nRex,Dog\n,Dog\n", []],
    ["a file without pets", "name,category\n", []],
    ["a file of bad rows", "name,category\n,Dog\n", ["--skip-bad"]],
  ])("records no audit event for %s", async (_what, content, args) => {
    const last = await lastEventId(database);
    await importText(content, ...args);
    expect(await eventsSince(database, last)).toEqual([]);
  });

  it("reads standard input for -", async () => {
    const { stdout } = await run(["import", "-"], { stdin: ["name,cat", "egory\nRe", "x,Dog\n"] });
    expect(stdout).toMatch(/^Imported 1 pet into 1 category \(1 of them new\)/);
    expect(await pets()).toEqual(["Rex, Dog, available"]);
  });

  it("accepts a byte order mark, CRLF, quotes, odd names and surrounding white space", async () => {
    await importText('\uFEFFname,category\r\n" =Rex, ""the"" * 🐕 ",  Dog \r\n\r\n');
    expect(await pets()).toEqual(['=Rex, "the" * 🐕, Dog, available']);
  });

  it("imports no pets from a header without rows", async () => {
    expect((await importText("name,category\n")).stdout).toMatch(/^Imported 0 pets into 0 categories in/);
  });

  it("imports more rows than one batch, in order, and updates the planner's statistics", async () => {
    const rows = Array.from({ length: 12_345 }, (_, at) => `Pet ${at},Kind ${at % 7}\n`);
    const { rows: before } = await database.pool.query("SELECT clock_timestamp()::text AS at");
    expect((await importText(`name,category\n${rows.join("")}`)).stdout).toMatch(
      /^Imported 12,345 pets into 7 categories/,
    );
    const { rows: found } = await database.pool.query("SELECT name FROM pet ORDER BY id");
    expect(found.map(({ name }) => name)).toEqual(rows.map((row) => row.split(",")[0]));
    const { rows: known } = await database.pool.query(
      "SELECT reltuples, pg_stat_get_last_vacuum_time(oid) > $1 AS is_vacuumed FROM pg_class WHERE oid = 'pet'::regclass",
      [before[0].at],
    );
    expect(known).toEqual([{ reltuples: rows.length, is_vacuumed: true }]);
  });
});

describe("the columns of an import", () => {
  const file = "id,call,tag,kind,state\n9,Rex,A1,Dog,sold\n9,,A2,Cat,\n";
  const names = ["--name-column", "call", "--category-column", "kind"];

  it("are set by the options", async () => {
    await importText(file, ...names, "--fallback-name-column", "tag", "--status-column", "state");
    expect(await pets()).toEqual(["Rex, Dog, sold", "A2, Cat, available"]);
  });

  it.each([
    [["--category-column", "kind"], 'no column "name" (--name-column names another)'],
    [["--name-column", "call"], 'no column "category" nor "categoryId" (--category-column names another)'],
    [["--name-column", "nam"], 'no column "nam"'],
    [[...names, "--fallback-name-column", "x"], 'no column "x"'],
    [[...names, "--status-column", "status"], 'no column "status"'],
    [[...names, "--status-map", "*=sold"], 'no column "status" to map (--status-column names another)'],
  ])("are listed if %j lacks a required one", async (args, problem) => {
    const { code, stderr } = await importText(file, ...args);
    expect(stderr).toBe(`Standard input has ${problem}; its columns are "id", "call", "tag", "kind", "state".\n`);
    expect(code).toBe(1);
  });

  it("are refused if a required column occurs twice", async () => {
    const { stderr } = await importText("name,category,name\n");
    expect(stderr).toBe(
      'Standard input has more than one column "name"; its columns are "name", "category", "name (2)".\n',
    );
  });
});

describe("the attributes of a file", () => {
  const file = "name,category,Breed,tag,Rasse\nRex,Dog,Lab,T-1,Collie\nMimi,Cat,,T-2,\n";
  const profiles = async () =>
    (
      await database.pool.query(
        `SELECT external_id AS id, (SELECT json_object_agg(attribute.name, value) FROM jsonb_each(attributes)
           JOIN attribute ON attribute.id = key::bigint) AS values FROM pet_profile ORDER BY pet_id`,
      )
    ).rows.map(({ id, values }) => [id, values]);
  beforeEach(() => () => database.pool.query("DELETE FROM attribute"));

  it("are listed by a dry run, and defined by --define", async () => {
    const path = join(folder, "attributes.csv");
    await writeFile(path, file);
    const dry = await run(["import", path, "--dry-run", "--define"]);
    expect(dry.stdout).toContain(
      "Ignored columns, which --define would define: breed (text), tag (text), rasse (text).\n",
    );
    const { stdout, stderr } = await run(["import", path, "--external-id-column", "tag", "--define"]);
    expect(stderr).toBe("Defined 2 attributes: breed (text), rasse (text).\n");
    expect(stdout).toMatch(/^Imported 2 pets/);
    expect(await profiles()).toEqual([
      ["T-1", { breed: "Lab", rasse: "Collie" }],
      ["T-2", null],
    ]);
    expect((await run(["import", path, "--dry-run"])).stdout).toContain(
      "Ignored columns, which --define would define: tag (text).",
    );
  });

  it("are defined in addition to --attribute-column, but not beyond 60 in the store", async () => {
    const path = join(folder, "beside.csv");
    await writeFile(path, file);
    await database.pool.query("INSERT INTO attribute (name, label, type) VALUES ('breed', 'B', 'text')");
    await run(["import", path, "--attribute-column", "breed=Rasse", "--external-id-column", "tag", "--define"]);
    expect(await profiles()).toEqual([
      ["T-1", { breed: "Collie", breed_2: "Lab" }],
      ["T-2", null],
    ]);
    await database.pool.query("DELETE FROM attribute WHERE name <> 'breed'");
    await database.pool.query(
      "INSERT INTO attribute (name, label, type) SELECT 'a' || n, 'A', 'text' FROM generate_series(1, 58) AS n",
    );
    await writeFile(path, "name,category,x,y\nRex,Dog,1,2\n");
    const { code, stderr } = await run(["import", path, "--define"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("The store would have 61 attributes, but the maximum is 60;"),
    ]);
    expect((await database.pool.query("SELECT FROM attribute")).rowCount).toBe(59);
  });

  it("are neither listed nor defined if no row has a value, in a CSV file and in a workbook", async () => {
    const rows = [
      ["name", "category", "void", "farbe", "later"],
      ["Rex", "Dog", " ", "rot", ""],
      ["Ada", "Dog", "", "", " "],
    ] as const;
    const csv = join(folder, "void.csv");
    const workbook = join(folder, "void.xlsx");
    await writeFile(csv, rows.map((cells) => `${cells.join()}\n`).join(""));
    await writeFile(workbook, zipOf(workbookParts({ Pets: rows.map((cells) => rowOf(...cells)).join("") })));
    for (const path of [csv, workbook]) {
      const { stdout } = await run(["import", path, "--dry-run"]);
      expect(stdout).toContain("Ignored columns, which --define would define: farbe (text).\n");
      const text = await run(["import", path, "--define", "--define-as", "void=text"]);
      expect([text.code, text.stderr]).toEqual([
        1,
        expect.stringContaining('"void" is not one of the first 60 ignored columns with values'),
      ]);
      const none = await run(["import", path, "--define", "--define-as", "void=none", "--define-as", "farbe=none"]);
      expect([none.code, none.stderr]).toEqual([0, ""]);
    }
    expect((await run(["import", workbook, "--define"])).stderr).toBe("Defined 1 attribute: farbe (text).\n");
  });

  it("are not defined if a row is bad, or from standard input, which can be read only once", async () => {
    const path = join(folder, "bad.csv");
    await writeFile(path, `${file},Dog,,,\n`);
    expect((await run(["import", path, "--define"])).stderr).toContain("Nothing was imported: 1 of 3 rows is bad.");
    const { code, stderr } = await importText(file, "--define");
    expect([code, stderr]).toEqual([2, expect.stringContaining("option '--define' reads the file twice")]);
    expect((await database.pool.query("SELECT FROM attribute")).rowCount).toBe(0);
  });

  it("are those of --attribute-column", async () => {
    await database.pool.query(
      "INSERT INTO attribute (name, label, type) VALUES ('breed', 'B', 'text'), ('tag', 'T', 'text')",
    );
    await importText(file, "--attribute-column", "breed=Rasse", "--attribute-column", "tag=");
    expect(await profiles()).toEqual([[null, { breed: "Collie" }]]);
  });

  it.each([
    ["breed", '"breed" must be attribute=column'],
    ["=x", '"=x" must be attribute=column'],
  ])("cannot be mapped by %s", async (map, problem) => {
    const { code, stderr } = await importText("", "--attribute-column", map);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });
});

describe("the category of a row", () => {
  it("is found by name, ignoring case, or created", async () => {
    await database.pool.query("INSERT INTO category (id, name) VALUES (5, 'Dog')");
    const { stdout } = await importText("name,category\nRex,DOG\nMimi,Cat\nAda,cat\n");
    expect(stdout).toContain("2 categories (1 of them new)");
    expect(await categories()).toEqual([
      { id: 1, name: "Cat" },
      { id: 5, name: "Dog" },
    ]);
  });

  it("is an id if it has only digits; an unknown id registers an unnamed category", async () => {
    await database.pool.query("INSERT INTO category (id, name) VALUES (5, 'Dog')");
    await importText("name,category\nRex,5\nMimi,77\n");
    expect(await pets()).toEqual(["Rex, Dog, available", "Mimi, #77, available"]);
  });

  it("gets an id that is not registered", async () => {
    await database.pool.query("INSERT INTO category (id) VALUES (1), (2)");
    await importText("name,category\nRex,Dog\n");
    expect(await categories()).toContainEqual({ id: 3, name: "Dog" });
  });

  it("must exist if it is an id and CATEGORY_POLICY is require", async () => {
    await database.pool.query("INSERT INTO category (id, name) VALUES (5, 'Dog')");
    const options = { stdin: ["name,category\nRex,5\nMimi,77\n,Dog\n"], env: { CATEGORY_POLICY: "require" } };
    const { code, stderr } = await run(["import", "-"], options);
    expect(stderr.split("\n").slice(0, 2)).toEqual([
      'line 3: category names category "77", which does not exist',
      "line 4: name is required",
    ]);
    expect(code).toBe(1);
  });

  it("comes from categoryId by default", async () => {
    await importText("name,categoryId\nRex,77\n");
    expect(await pets()).toEqual(["Rex, #77, available"]);
  });

  it("is found by name if a file has both columns, and by id if the name is empty", async () => {
    await database.pool.query("INSERT INTO category (id, name) VALUES (5, 'Bird'), (6, 'Dog')");
    await importText("name,categoryId,category\nRex,5,Dog\nMimi,8,2024\nAda,9,\nTim,,Fish\n");
    expect(await pets()).toEqual([
      "Rex, Dog, available",
      "Mimi, 2024, available",
      "Ada, #9, available",
      "Tim, Fish, available",
    ]);
    expect(await categories()).toContainEqual({ id: 8, name: "2024" });
  });

  it("may differ in every row of a long file", async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => `Pet,Kind ${at}\nPet,kind ${11_999 - at}\n`);
    const { stdout } = await importText(`name,category\n${rows.join("")}`);
    expect(stdout).toMatch(/^Imported 24,000 pets into 12,000 categories \(12,000 of them new\)/);
  });
});

describe("the status of a row", () => {
  it("is mapped exactly by --status-map; * matches all others", async () => {
    const map = "Adoption=sold, Return = home =pending ,*=available";
    const file = "name,category,status\nA,Dog, Adoption \nB,Dog,adoption\nC,Dog,Return = home\nD,Dog,\n";
    await importText(file, "--status-map", map);
    expect(await pets()).toEqual(["A, Dog, sold", "B, Dog, available", "C, Dog, pending", "D, Dog, available"]);
  });

  it("makes the row bad if the map has no entry for a status that is not empty", async () => {
    const { stderr } = await importText(
      "name,category,status\nA,Dog,Died\u009B\nB,Dog,\n",
      "--status-map",
      "Adoption=sold",
    );
    expect(stderr).toContain('line 2: status "Died\uFFFD" is not in the status map, which has no entry for *\n');
    expect(stderr).toContain("1 of 2 rows is bad");
  });

  it.each([
    ["Adoption", '"Adoption" must be value=status, where status is one of available, pending, sold'],
    ["Adoption=gone", '"Adoption=gone" must be value=status'],
    ["a=sold,a=pending", '"a" is given twice'],
  ])("cannot be mapped by %s", async (map, problem) => {
    const { code, stderr } = await importText("", "--status-map", map);
    expect(stderr).toContain(problem);
    expect(code).toBe(2);
  });
});

describe("a bad row", () => {
  const long = "x".repeat(201);
  const file = `name,category,status\nRex,Dog,\n,Dog,\n"a\nb",,gone\n${long},0,\nRex\n"x"y,Dog,\nLast,Dog,\n`;
  const complaints = [
    "line 3: name is required",
    'line 4: name must not contain control characters or lone surrogates: "a\ufffdb"; category is required; status must be one of available, pending, sold, not "gone"',
    `line 6: name must have at most 200 characters, not "${"x".repeat(59)}…"; category must be an integer from 1 to 9007199254740991, not "0"`,
    "line 7: category is required",
    expect.stringMatching(/^line 8: has a stray quote/),
  ];

  it("prevents the import, and is listed with its line and all its problems", async () => {
    const { code, stdout, stderr } = await importText(file);
    expect(stderr.trimEnd().split("\n")).toEqual([
      ...complaints,
      "Nothing was imported: 5 of 7 rows are bad. Correct them, or skip them with --skip-bad.",
    ]);
    expect([code, stdout]).toEqual([1, ""]);
    expect([await pets(), await categories()]).toEqual([[], []]);
  });

  it("is printed if it is one of the first twenty; then each problem is counted, with three of its rows", async () => {
    const rows = Array.from({ length: 25 }, (_, at) => `Pet,Dog,${at < 22 ? "gone" : "lost"}\n`).join("");
    const { stderr } = await importText(`name,category,status\n,Dog,\n${rows}`);
    const lines = stderr.trimEnd().split("\n");
    expect(lines.slice(0, 2)).toEqual([
      "line 2: name is required",
      'line 3: status must be one of available, pending, sold, not "gone"',
    ]);
    expect(lines.slice(20)).toEqual([
      "and 6 more bad rows. All problems, the most frequent first:",
      '  25 rows: status must be one of available, pending, sold (for example "gone" in line 3, "gone" in line 4, "gone" in line 5)',
      "  1 row: name is required (line 2)",
      "Nothing was imported: 26 of 26 rows are bad. Correct them, or skip them with --skip-bad.",
    ]);
  });

  it("is skipped with --skip-bad", async () => {
    const { code, stdout, stderr } = await importText(file, "--skip-bad");
    expect(stderr.trimEnd().split("\n")).toEqual(complaints);
    expect(stdout).toMatch(/^Imported 2 pets into 1 category \(1 of them new\) in .* s, skipping 5 bad rows\.\n$/);
    expect(code).toBe(0);
    expect(await pets()).toEqual(["Rex, Dog, available", "Last, Dog, available"]);
  });

  it("rolls back much earlier rows", async () => {
    const { code } = await importText(`name,category\n${"Rex,Dog\n".repeat(20_000)},Dog\n`);
    expect(code).toBe(1);
    expect([await pets(), await categories()]).toEqual([[], []]);
  });
});

describe("petstore import --dry-run", () => {
  it("reports what it would import, and writes nothing, not even to a sequence", async () => {
    await database.pool.query("INSERT INTO category (name) VALUES ('Dog')");
    const { code, stdout } = await importText("name,category\nRex,dog\nMimi,Cat\nAda,CAT\nTim,77\n", "--dry-run");
    expect(stdout).toBe("Would import 4 pets into 3 categories (2 of them new). Nothing was written.\n");
    expect(code).toBe(0);
    expect(await categories()).toEqual([{ id: 1, name: "Dog" }]);
    const { rows } = await database.pool.query(
      "SELECT (SELECT is_called FROM pet_id_seq) AS pet, (SELECT last_value FROM category_id_seq) AS category",
    );
    expect(rows).toEqual([{ pet: false, category: "1" }]);
  });

  it("lists bad rows and exits with 1", async () => {
    const { code, stderr } = await importText("name,category\n,dog\n", "--dry-run");
    expect(stderr).toMatch(/^line 2: .*\nNothing would be imported: 1 of 1 row is bad\./);
    expect(code).toBe(1);
  });

  it("writes the bad rows to a file, which it takes back when they are corrected", async () => {
    const path = join(folder, "some-bad.csv");
    const bad = join(folder, "left-out.csv");
    await writeFile(path, "title\n\nname;category;tag\nRex;Dog;1\n;Dog;2\nAda;;3;more\n");
    const first = await run(["import", path, "--define", "--skip-bad", "--bad-rows", bad]);
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^Imported 1 pet/)]);
    expect(first.stderr).toContain(`Wrote 2 bad rows to "${bad}".`);
    const written = await readFile(bad, "utf8");
    const beyond = 'has "more" in column 4, but the header has 3 columns';
    expect(written.split("\r\n")).toEqual([
      "\uFEFFname;category;tag;;Line;Problem",
      ";Dog;2;;5;name is required",
      `Ada;;3;more;6;"${beyond.replaceAll('"', '""')}"`,
      "",
    ]);
    await writeFile(bad, written.replace(";Dog;2", "Max;Dog;2").replace("Ada;;3;more;", "Ada;Cat;3;;"));
    const again = await run(["import", bad, "--define", "--bad-rows", join(folder, "none.csv")]);
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringMatching(/Defined|Wrote/)]);
    expect(await pets()).toEqual(["Rex, Dog, available", "Max, Dog, available", "Ada, Cat, available"]);
    await expect(readFile(join(folder, "none.csv"))).rejects.toThrow("ENOENT");
    const { rows } = await database.pool.query("SELECT name FROM attribute");
    expect(rows).toEqual([{ name: "tag" }]);
    await database.pool.query("DELETE FROM attribute");
  });

  it("writes the bad rows of a refused import, in place of those of an earlier file", async () => {
    const bad = join(folder, "still-bad.csv");
    const path = join(folder, "corrected.csv");
    await writeFile(path, "name,category,Line,Problem\n,Dog,7,name is required\n");
    const { code, stderr } = await run(["import", path, "--bad-rows", bad]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Wrote 1 bad row")]);
    expect(await readFile(bad, "utf8")).toBe("\uFEFFname,category,Line,Problem\r\n,Dog,2,name is required\r\n");
    const twice = await run(["import", path, "--bad-rows", bad]);
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("already exists")]);
    const piped = await importText("name,category\n", "--bad-rows", bad);
    expect([piped.code, piped.stderr]).toEqual([
      2,
      expect.stringContaining("option '--bad-rows' reads the file twice"),
    ]);
  });

  it("reports with --skip-bad which rows would be skipped", async () => {
    const { stdout } = await importText("name,category\n,dog\nRex,dog\n", "--dry-run", "--skip-bad");
    expect(stdout).toBe(
      "Would import 1 pet into 1 category (1 of them new), skipping 1 bad row. Nothing was written.\n",
    );
  });
});

describe("the shape of a file", () => {
  const remarks = async (content: string | Uint8Array, ...args: string[]) => {
    const { code, stderr } = await importText(content, ...args);
    expect(code).toBe(0);
    return stderr.trimEnd().split("\n");
  };

  it("is recognised, and the command remarks on everything that may be wrong", async () => {
    const text = "Animals of the Zo\u00eb\u00df shelter\r\n\r\nname;category\r\nM\u00e4sli;Katze\r\nBella\r\n;;\r\n";
    expect(await remarks(Buffer.from(text.replace("Bella\r\n", ""), "latin1"))).toEqual([
      "The file is not UTF-8, so it was read as windows-1252. --encoding names another encoding.",
      "The values are separated by semicolons. --delimiter names another delimiter.",
      "Line 3 names the columns. --header-line names another line.",
    ]);
    expect(await pets()).toEqual(["M\u00e4sli, Katze, available"]);
  });

  it("is read as the options say, and then the command makes no remarks", async () => {
    const text = Buffer.from("name,category\nx;y\nname;category\nRex;Dog\n");
    const options = ["--encoding", "windows-1252", "--delimiter", "semicolon", "--header-line", "3"];
    expect(await remarks(text, ...options)).toEqual([""]);
    expect(await pets()).toEqual(["Rex, Dog, available"]);
  });

  it.each([
    [["--delimiter", "x"], "must be one of comma, semicolon, tab, bar"],
    [["--header-line", "0"], "must be the number of a line, from 1"],
    [["--encoding", "latin2"], "Allowed choices are utf-8, windows-1252, utf-16le, utf-16be"],
  ])("cannot be %j", async (options, problem) => {
    const { code, stderr } = await importText("name,category\nRex,Dog\n", ...options);
    expect(stderr).toContain(problem);
    expect(code).toBe(2);
  });

  it("can be that of a workbook, whose hidden parts are named and can be left out", async () => {
    const hidden = '<row hidden="1"><c t="str"><v>Max</v></c><c t="str"><v>Dog</v></c></row>';
    const sheets = {
      One: rowOf("name", "category") + rowOf("Rex", "Dog") + hidden,
      Two: rowOf("name", "category"),
      Hidden: "",
    };
    const bytes = zipOf(workbookParts(sheets));
    expect(await remarks(bytes, "--dry-run")).toEqual([
      'The sheet "One" was read. --sheet names another: One, Two.',
      "The workbook has hidden sheets: Hidden.",
      "1 row of the sheet is hidden, and was read like the others. --skip-hidden-rows leaves them out.",
    ]);
    expect(await remarks(bytes, "--sheet", "One", "--skip-hidden-rows")).toEqual([
      "The workbook has hidden sheets: Hidden.",
      "1 hidden row of the sheet was left out.",
    ]);
    expect(await pets()).toEqual(["Rex, Dog, available"]);
    const { stderr } = await importText(Buffer.from(bytes), "--sheet", "Three");
    expect(stderr).toBe("Standard input has no sheet with the chosen name; choose another sheet.\n");
  });
});

describe("a file that cannot be imported", () => {
  it.each([
    ["does not exist", "nowhere.csv", "the file does not exist; correct the path"],
    ["is a folder", ".", "it is a folder; name a file in it"],
  ])("is named by the error if it %s", async (_, name, reason) => {
    const path = join(folder, name);
    const { code, stderr } = await run(["import", path]);
    expect(stderr).toBe(`Cannot read "${path}": ${reason}.\n`);
    expect(code).toBe(1);
  });

  it("may be empty", async () => {
    expect((await importText("")).stderr).toBe("Standard input is empty; a line must name the columns.\n");
  });

  it("may be damaged after many good rows, and then nothing is imported", async () => {
    const good = Buffer.from(`name,category\n${"Zoë,Dog\n".repeat(20_000)}`);
    const { code, stderr } = await importText(Buffer.concat([good, Buffer.from("Zo\u00eb,Dog\n", "latin1")]));
    expect(stderr).toMatch(
      /^Standard input is neither UTF-8, nor UTF-16, nor Windows-1252 text \(at or soon after line \d+\)/,
    );
    expect(code).toBe(1);
    expect(await pets()).toEqual([]);
  });

  it("may have a broken header", async () => {
    expect((await importText('"name,category\nRex,Dog\n')).stderr).toMatch(
      /the header has an unclosed quote; correct it\.$/m,
    );
  });
});

describe("an import in progress", () => {
  const unfinished = () => {
    const stdin = new PassThrough();
    stdin.write(`name,category\n${"Rex,Dog\n".repeat(20_000)}`);
    return stdin;
  };
  const isImporting = async () => {
    const sql =
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    return (await database.pool.query(sql)).rowCount !== 0;
  };

  /** Tells whether an import is waiting for the lock. */
  const isWaiting = async () => {
    const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
      AND query LIKE 'SELECT pg_try_advisory_xact_lock%' AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`;
    return (await database.pool.query(sql)).rowCount !== 0;
  };

  it("is rolled back when it is interrupted, with exit code 130", async () => {
    const interruption = new AbortController();
    const running = run(["import", "-"], { stdin: unfinished(), signal: interruption.signal });
    await expect
      .poll(isImporting, { timeout: 30_000 })
      .toBe(true)
      .finally(() => interruption.abort());
    const { code, stderr } = await running;
    expect(stderr).toBe("Interrupted: unfinished work was rolled back.\n");
    expect(code).toBe(130);
    expect([await pets(), await categories()]).toEqual([[], []]);
  });

  it("makes another import wait, but not other writers", async () => {
    const interruption = new AbortController();
    const first = run(["import", "-"], { stdin: unfinished(), signal: interruption.signal });
    let second: Promise<Outcome> | undefined;
    try {
      await expect.poll(isImporting, { timeout: 30_000 }).toBe(true);
      second = importText("name,category\nMimi,Cat\n");
      await database.db.category.create({ data: { id: 99, pets: { create: { name: "Ada" } } } });
      await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
      expect(await pets()).toEqual(["Ada, #99, available"]);
    } finally {
      interruption.abort();
      await Promise.all([first, second]);
    }
    const { code, stderr } = await second;
    expect(stderr).toBe("Another import is in progress; waiting for it to finish.\n");
    expect(code).toBe(0);
  });
});

describe("the foreign key, which an import replaces with its own locks", () => {
  it("prevents deleting a category that an import in progress refers to", async () => {
    await database.pool.query("INSERT INTO category (name) VALUES ('Dog')");
    const other = await database.pool.connect();
    const deletion = () =>
      other.query("DELETE FROM category WHERE name = 'Dog'").then(
        () => "deleted",
        (error: { code: string }) => error.code,
      );
    const stdin = (async function* () {
      yield `name,category\n${"Rex,Dog\n".repeat(10_000)}`;
      const isImporting = `SELECT FROM pg_locks WHERE relation = 'pet'::regclass AND mode = 'RowExclusiveLock' AND ${inThisDatabase}`;
      await expect.poll(async () => (await other.query(isImporting)).rowCount, { timeout: 30_000 }).toBeGreaterThan(0);
      expect(await deletion()).toBe("55P03");
      yield "Ada,Dog\n";
    })();
    try {
      await other.query("SET lock_timeout = '50ms'");
      const { code, stderr } = await run(["import", "-"], { stdin });
      expect([code, stderr]).toEqual([0, ""]);
      expect(await deletion()).toBe("23001");
    } finally {
      other.release(true);
    }
    const { rows } = await database.pool.query(
      "SELECT count(*)::integer AS pets, count(category.id)::integer AS held FROM pet LEFT JOIN category ON category.id = category_id",
    );
    expect(rows).toEqual([{ pets: 10_001, held: 10_001 }]);
  });
});

describe("the values of a file", () => {
  const sexes = JSON.stringify(["Female", "Male"].map((label) => ({ value: label.toLowerCase(), label })));
  beforeEach(async () => {
    await database.pool.query("DELETE FROM attribute");
    await database.pool.query(
      `INSERT INTO attribute (name, label, type, options) VALUES ('sex', 'Sex', 'choice', $1), ('neutered', 'Neutered', 'boolean', '[]')`,
      [sexes],
    );
    return () => database.pool.query("DELETE FROM attribute");
  });
  const profiles = async () =>
    (
      await database.pool.query(
        `SELECT (SELECT json_object_agg(attribute.name, value) FROM jsonb_each(attributes)
           JOIN attribute ON attribute.id = key::bigint) AS values FROM pet_profile ORDER BY pet_id`,
      )
    ).rows.map(({ values }) => values);
  const write = async (name: string, content: unknown) => {
    const path = join(folder, name);
    await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  };
  const file = "name,category,Gender\nRex,Dog,Neutered Male\nAda,Dog,Q\nBo,Dog,f\n";

  it("are read as sex and neutered in every row of 24-sex.csv", async () => {
    const { stdout } = await run(["import", join(import.meta.dirname, "../../test/cases/import/24-sex.csv")]);
    expect(stdout).toMatch(/^Imported 8 pets/);
    expect(await profiles()).toEqual([
      { sex: "male", neutered: true },
      { sex: "male" },
      { sex: "female" },
      { sex: "female", neutered: true },
      { sex: "female" },
      { sex: "male", neutered: false },
    ]);
  });

  it("are printed by a dry run if they have no meaning, and the dry run writes a mapping to complete", async () => {
    const path = await write("values.csv", file);
    const mapping = join(folder, "guessed.json");
    const dry = await run(["import", path, "--dry-run", "--write-mapping", mapping]);
    expect(dry.stderr).toContain(
      'The import does not know what these values of "Gender" mean; --mapping can map them: "Q" (1 row).',
    );
    const guessed = JSON.parse(await readFile(mapping, "utf8"));
    expect(guessed).toEqual({
      columns: { name: "name", category: "category" },
      attributeColumns: { sex: "Gender" },
      valueMaps: { Gender: { Q: null, "Neutered Male": { sex: "male", neutered: true }, f: { sex: "female" } } },
    });
    const refused = await run(["import", path, "--mapping", mapping]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("valueMaps.Gender.Q must be an object"),
    ]);
    guessed.valueMaps.Gender.Q = { neutered: false };
    const complete = await write("complete.json", guessed);
    expect((await run(["import", path, "--mapping", complete])).stdout).toMatch(/^Imported 3 pets/);
    expect(await profiles()).toEqual([{ sex: "male", neutered: true }, { neutered: false }, { sex: "female" }]);
  });

  it("are mapped as the options of the command line say, which take precedence over the mapping", async () => {
    const path = await write("options.csv", "call;species;status\nRex;Dog;new\n");
    const mapping = await write("options.json", {
      columns: { name: "species", category: "species" },
      statusMap: { new: "pending" },
      delimiter: "semicolon",
    });
    const { code } = await run(["import", path, "--mapping", mapping, "--name-column", "call"]);
    expect([code, await pets()]).toEqual([0, ["Rex, Dog, pending"]]);
  });

  it.each([
    ["{", "is not JSON"],
    [{ colums: {} }, "colums is not a recognised"],
    [
      { valueMaps: { Gender: { Q: { sex: "both" } } } },
      'valueMaps.Gender.Q.sex must be one of female, male, not "both"',
    ],
    [{ valueMaps: { Sexe: {} } }, 'has no column "Sexe", although valueMaps maps its values'],
  ])("are refused with their place in the mapping: %j", async (mapping, problem) => {
    const path = await write("places.csv", file);
    const { code, stderr } = await run(["import", path, "--mapping", await write("places.json", mapping)]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
    expect(await pets()).toEqual([]);
  });

  it("become options with --add-options, unless another row is bad", async () => {
    const bad = await run(["import", await write("new.csv", `${file},Dog,m\n`), "--add-options"]);
    expect(bad.stderr).toContain("Nothing was imported: 1 of 4 rows is bad.");
    const options = async () =>
      (await database.pool.query("SELECT options FROM attribute WHERE name = 'sex'")).rows[0].options;
    expect(await options()).toEqual(JSON.parse(sexes));
    const { stdout, stderr } = await run(["import", await write("new.csv", file), "--add-options"]);
    expect(stderr).toContain('Adding options: sex ("Q").');
    expect(stdout).toMatch(/^Imported 3 pets/);
    expect((await options()).map(({ value }: { value: string }) => value)).toEqual(["female", "male", "Q"]);
    expect(await profiles()).toEqual([{ sex: "male", neutered: true }, { sex: "Q" }, { sex: "female" }]);
  });

  it("become options of a choice with --define, which gives the reason, or a text with --define-as", async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `Rex,Dog,${at % 4 ? "S" : "L"},${at}\n`).join("");
    const path = await write("define.csv", `name,category,coat_kind,tag\n${rows}`);
    expect((await run(["import", path, "--dry-run"])).stdout).toContain(
      "coat_kind (choice: 2 different values in 40 rows)",
    );
    const { stderr } = await run([
      "import",
      path,
      "--define",
      "--define-as",
      "coat_kind=text",
      "--define-as",
      "tag=none",
    ]);
    expect(stderr).toContain("Defined 1 attribute: coat_kind (text).");
    for (const [args, problem] of [
      [["--define", "--define-as", "x=text"], '"x" is not an ignored column'],
      [["--define-as", "tag=text"], "option '--define-as' needs '--define'"],
      [["--define", "--define-as", "tag=date"], "must be column=type"],
      [["--write-mapping", "x.json"], "option '--write-mapping' needs '--dry-run'"],
    ] as const) {
      expect((await run(["import", path, ...args])).stderr).toContain(problem);
    }
  });
});
