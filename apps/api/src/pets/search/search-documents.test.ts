import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { searchCheck } from "../../cli/store-check/search-check.js";
import { queryOfPool } from "../../database/query.js";
import { inTransaction } from "../../database/transact.js";
import { lockSearchWriter, searchStep } from "./keep-search.js";
import { recountWords } from "./write-documents.js";

let database: TestDatabase;
const run = async (sql: string) => (await database.pool.query<Record<string, string>>(sql)).rows;

const attribute = (id: number, name: string, type: string, rest = "") =>
  `INSERT INTO attribute (id, name, label, type, is_public, options) VALUES (${id}, '${name}', '${name}', '${type}', ${rest || "true, '[]'"})`;

beforeAll(async () => {
  database = await createTestDatabase();
  await run("INSERT INTO category (id) SELECT generate_series(1, 5)");
  await run(
    attribute(1, "size", "choice", `true, '[{"value": "s", "label": "Tiny one"}, {"value": "l", "label": "L"}]'`),
  );
  await run(attribute(2, "chip", "text", "false, '[]'"));
  await run(attribute(3, "colours", "labels"));
  await run(attribute(4, "story", "longText"));
  await run(attribute(5, "born_on", "date"));
});
afterAll(() => database.drop());
beforeEach(async () => {
  await run("TRUNCATE pet CASCADE");
  await run("UPDATE attribute SET is_public = id <> 2");
  await run("TRUNCATE search_rebuild");
});

const problems = () => searchCheck.run(queryOfPool(database.pool), () => {});
/** Writes the words of all changes and rebuilds. */
const write = async () => {
  while ((await searchStep(database.db)) === "more");
};
const wordsOf = async (id: number) =>
  (
    await run(`SELECT string_agg(quote_literal(lexeme), ' ' ORDER BY lexeme COLLATE "C") AS words
      FROM pet_search, unnest(words) WHERE pet_id = ${id} AND lexeme NOT LIKE '\\%%'`)
  )[0]?.["words"];
const counted = () =>
  run("SELECT word, names || '/' || everyone || '/' || staff AS amounts FROM search_word ORDER BY word");
const found = async (query: string) =>
  (await run(`SELECT pet_id FROM pet_search WHERE words @@ '${query}' ORDER BY pet_id`)).map((row) =>
    Number(row["pet_id"]),
  );

const pet = (id: number, name = "Rex", category = 1) =>
  `INSERT INTO pet (id, name, category_id) VALUES (${id}, '${name}', ${category})`;
const profile = (id: number, attributes: object, externalId = "NULL") =>
  `INSERT INTO pet_profile (pet_id, external_id, attributes) VALUES (${id}, ${externalId}, '${JSON.stringify(attributes)}')`;
const author = '{"kind": "system", "id": null, "name": "test"}';
const note = (petId: number, text: string) =>
  `INSERT INTO note (pet_id, text, author) VALUES (${petId}, '${text}', '${author}')`;

const name = fc.constantFrom("Rex", "Müller", "Mary-Ann 2", "黒猫", "…", "Chip 985");
const id = fc.integer({ min: 1, max: 6 });
const values = fc.record(
  {
    1: fc.constantFrom("s", "l"),
    2: fc.constantFrom("985 112", "Rex"),
    3: fc.constantFrom(["Black", "Rex"], ["white"]),
    4: fc.constantFrom("Loves cats.\nHates dogs.", ""),
    5: fc.constantFrom("2020-01-02"),
  },
  { requiredKeys: [] },
);
const change = fc.oneof(
  fc.tuple(id, name).map(([one, text]) => `${pet(one, text)} ON CONFLICT DO NOTHING`),
  fc
    .tuple(id, name, id)
    .map(([one, text, to]) => `UPDATE pet SET name = '${text}', category_id = ${Math.min(to, 5)} WHERE id >= ${one}`),
  id.map((one) => `UPDATE pet SET status = 'sold' WHERE id = ${one}`),
  id.map((one) => `DELETE FROM pet WHERE id = ${one}`),
  fc.tuple(id, values).map(
    ([one, given]) => `INSERT INTO pet_profile (pet_id, external_id, attributes)
    SELECT id, 'E-' || id, '${JSON.stringify(given)}' FROM pet WHERE id >= ${one}
    ON CONFLICT (pet_id) DO UPDATE SET attributes = EXCLUDED.attributes`,
  ),
  id.map((one) => `DELETE FROM pet_profile WHERE pet_id = ${one}`),
  fc
    .tuple(id, name)
    .map(
      ([one, text]) =>
        `INSERT INTO note (pet_id, text, author) SELECT id, '${text}', '${author}' FROM pet WHERE id <= ${one}`,
    ),
  fc.tuple(id, name).map(([one, text]) => `UPDATE note SET text = '${text}' WHERE pet_id = ${one}`),
  id.map((one) => `DELETE FROM note WHERE pet_id = ${one}`),
  fc.boolean().map((isPublic) => `UPDATE attribute SET is_public = ${isPublic} WHERE id = 3`),
  fc.constantFrom("Dogs", "Cats").map((text) => `UPDATE category SET name = '${text}' WHERE id = 3`),
  fc.constantFrom("TRUNCATE note", "TRUNCATE pet CASCADE", "write"),
);
const writers = ["", "SET LOCAL session_replication_role = replica;"];

describe("the documents of a search", () => {
  it("are those of the pets, and the words are counted, after any statements, steps and rollbacks", async () => {
    const step = fc.tuple(change, fc.constantFrom(...writers), fc.constantFrom("COMMIT", "COMMIT", "ROLLBACK"));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const [sql, writer, end] of steps) {
          if (sql === "write") await searchStep(database.db);
          else await run(`BEGIN; ${writer} ${sql}; ${end}`);
        }
        expect(await problems()).toEqual([]);
        await write();
        expect(await problems()).toEqual([]);
        expect(await run("SELECT id FROM pet EXCEPT SELECT pet_id FROM pet_search")).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("have the name, what everyone sees, what staff see, and the notes in rooms of their own", async () => {
    await run(pet(1, "Zoë O''Brien", 3));
    await run(profile(1, { 1: "s", 2: "985-112", 3: ["Black"], 4: "Found in May", 5: "2020-01-02" }, "'A 12'"));
    await run(note(1, "Bites cats"));
    await run("UPDATE category SET name = 'Large dogs' WHERE id = 3");
    await write();
    expect(await wordsOf(1)).toBe(
      "'#1' '=zoe o brien' 'e12' 'ea' 'ea12' 'eblack' 'edogs' 'efound' 'ein' 'elarge' 'emay' 'eone' 'es' 'etiny' 'nbrien' 'no' 'nobrien' 'nzoe' 'rbites' 'rcats' 's112' 's985' 's985112'",
    );
    await run("UPDATE category SET name = NULL WHERE id = 3");
  });

  it("follow the new name of a category that has another id than its pets", async () => {
    await run(`${pet(1, "Rex", 3)}; ${pet(2, "Max", 4)}`);
    await write();
    await run("UPDATE category SET name = 'Large dogs' WHERE id = 3");
    await write();
    expect([await found("elarge"), await problems()]).toEqual([[1], []]);
    await run("UPDATE category SET name = NULL WHERE id = 3");
  });

  it("have each pair of neighbouring characters of the name, and its last character", async () => {
    await run(pet(1, "Zoë O''"));
    await write();
    const pairs = "SELECT lexeme FROM pet_search, unnest(words) WHERE lexeme LIKE '\\%%' ORDER BY lexeme COLLATE \"C\"";
    expect((await run(pairs)).map((row) => row["lexeme"])).toEqual(["% o", "%'", "%e ", "%o'", "%oe", "%zo"]);
  });

  it("follow pets of which two transactions change different parts at once", async () => {
    await run(pet(1));
    const clients = await Promise.all(["note", "name", "profile"].map(() => database.pool.connect()));
    try {
      const [first, second, third] = clients;
      await Promise.all(clients.map((client) => client.query("BEGIN")));
      await first?.query(note(1, "Bites"));
      const renamed = second?.query("UPDATE pet SET name = 'Max' WHERE id = 1").then(() => second.query("COMMIT"));
      const profiled = third?.query(profile(1, { 3: ["black"] })).then(() => third.query("COMMIT"));
      await first?.query("COMMIT");
      await Promise.all([renamed, profiled]);
    } finally {
      for (const client of clients) client.release();
    }
    await write();
    expect(await wordsOf(1)).toBe("'#1' '=max' 'eblack' 'nmax' 'rbites'");
  });

  it("of changes that commit during a step are written by the next one", async () => {
    await run(`${pet(1)}; ${pet(2)}`);
    await write();
    const client = await database.pool.connect();
    await client.query("BEGIN");
    await client.query("UPDATE pet SET name = 'Max' WHERE id = 1");
    expect(await searchStep(database.db)).toBe("done");
    await client.query("COMMIT");
    client.release();
    expect(await wordsOf(1)).toContain("nrex");
    await write();
    expect(await wordsOf(1)).toContain("nmax");
  });

  it("are written by one process at a time", async () => {
    await run(pet(1));
    await inTransaction(database.pool, "BEGIN", async (query) => {
      await lockSearchWriter(query);
      expect(await searchStep(database.db)).toBe("taken");
    });
    expect(await searchStep(database.db)).toBe("done");
  });

  it("of more pets than a step takes follow in their turn, the changed ones before those of a rebuild", async () => {
    await run(`INSERT INTO pet (id, name, category_id) SELECT n, 'Rex', 1 FROM generate_series(1, 1100) AS n`);
    await run(
      "TRUNCATE search_change; INSERT INTO search_rebuild DEFAULT VALUES; UPDATE pet SET name = 'Max' WHERE id = 1100",
    );
    expect(await searchStep(database.db)).toBe("more");
    expect(await run("SELECT count(*) AS written, max(pet_id) AS last FROM pet_search")).toEqual([
      { written: "500", last: "1100" },
    ]);
    await write();
    expect(await run("SELECT count(*) AS written FROM pet_search")).toEqual([{ written: "1100" }]);
  });

  it("have bounds: the first 20,000 characters of a room and 64 characters of a word", async () => {
    await run(pet(1));
    const text = Array.from({ length: 4_000 }, (_, at) => `w${at}`).join(" ");
    await run(profile(1, { 4: `${"x".repeat(70)} ${text.slice(0, 4_900)}` }));
    await run(
      `INSERT INTO note (pet_id, text, author) SELECT 1, 'n' || n || ' ${"y ".repeat(300)}', '${author}' FROM generate_series(1, 200) AS n`,
    );
    await write();
    const [row] = await run(
      "SELECT max(char_length(lexeme)) - 1 AS longest, count(*) AS lexemes FROM pet_search, unnest(words)",
    );
    expect(Number(row?.["longest"])).toBe(64);
    expect(await found("rn200 & rn170")).toEqual([1]);
    expect(await found("rn150")).toEqual([]);
  });
});

describe("a change of an attribute", () => {
  const restricting = () => run("SELECT is_restricting FROM search_rebuild");

  beforeEach(async () => {
    await run(`${pet(1)}; ${pet(2, "Max")}`);
    await run(`${profile(1, { 1: "s", 2: "985112", 3: ["Black"] })}; ${profile(2, { 3: ["White"] })}`);
    await write();
  });

  it("that hides it restricts what public readers find, until each document is rebuilt", async () => {
    await run("UPDATE attribute SET is_public = false WHERE id = 3");
    expect(await restricting()).toEqual([{ is_restricting: true }]);
    await write();
    expect(await restricting()).toEqual([]);
    expect([await found("eblack"), await found("sblack")]).toEqual([[], [1]]);
  });

  it("that shows it, or renames an option, asks for a rebuild that restricts nothing", async () => {
    await run("UPDATE attribute SET is_public = true WHERE id = 2");
    await run(
      `UPDATE attribute SET options = '[{"value": "s", "label": "Little"}, {"value": "l", "label": "L"}]' WHERE id = 1`,
    );
    expect(await restricting()).toEqual([{ is_restricting: false }, { is_restricting: false }]);
    await write();
    expect([await found("e985112"), await found("elittle"), await found("etiny")]).toEqual([[1], [1], []]);
    await run(
      `UPDATE attribute SET options = '[{"value": "s", "label": "Tiny one"}, {"value": "l", "label": "L"}]' WHERE id = 1`,
    );
    await write();
  });

  it("asks for no rebuild if it changes neither words nor who sees them", async () => {
    await run("UPDATE attribute SET help = 'Text', position = 4, is_archived = true WHERE id = 3");
    await run(attribute(9, "coat", "text"));
    expect(await restricting()).toEqual([]);
    await run("DELETE FROM attribute WHERE id = 9; TRUNCATE search_rebuild");
  });

  it("that deletes it removes its words, and one that restores it brings them back", async () => {
    await run(
      `BEGIN; INSERT INTO deleted_attribute (id, definition) VALUES (3, '{}'); DELETE FROM attribute WHERE id = 3; COMMIT`,
    );
    expect(await restricting()).toEqual([{ is_restricting: true }]);
    await write();
    expect(await found("eblack")).toEqual([]);
    await run(`BEGIN; DELETE FROM deleted_attribute; ${attribute(3, "colours", "labels")}; COMMIT`);
    expect(await restricting()).toEqual([{ is_restricting: false }]);
    await write();
    expect(await found("eblack")).toEqual([1]);
  });
});

describe("the words in use", () => {
  it("are counted by who sees them, and forgotten with their last pet", async () => {
    await run(
      `${pet(1, "Bello Rex")}; ${pet(2, "Rex")}; ${profile(1, { 2: "Bello", 3: ["Rex", "Black"] })}; ${note(2, "Bites")}`,
    );
    await write();
    expect(await counted()).toEqual([
      { word: "=bello rex", amounts: "1/0/0" },
      { word: "=rex", amounts: "1/0/0" },
      { word: "bello", amounts: "1/0/1" },
      { word: "bites", amounts: "0/0/1" },
      { word: "black", amounts: "0/1/0" },
      { word: "rex", amounts: "2/1/0" },
    ]);
    await run("UPDATE pet SET name = 'Rex' WHERE id = 1; DELETE FROM note; DELETE FROM pet WHERE id = 2");
    await write();
    expect(await counted()).toEqual([
      { word: "=rex", amounts: "1/0/0" },
      { word: "bello", amounts: "0/0/1" },
      { word: "black", amounts: "0/1/0" },
      { word: "rex", amounts: "1/1/0" },
    ]);
    await run("DELETE FROM pet");
    await write();
    expect(await counted()).toEqual([]);
    expect(await run("SELECT FROM search_deletion")).toEqual([]);
  });

  it("have long codes by their first six characters", async () => {
    await run(pet(1, "Rex 985112000000001 2"));
    // A name that ends in a number may also be a code.
    await write();
    expect((await counted()).map(({ word }) => word)).toEqual([
      ...["2", "985112*", "=rex 985112000000001 2"],
      ...["rex", "rex985*"],
    ]);
  });

  it("have the deletions of one letter from 4 letters and of two from 8", async () => {
    await run(pet(1, "Rex Bell Kessinia"));
    await write();
    const deletionsOf = async (word: string) =>
      (await run(`SELECT deletion FROM search_deletion WHERE word = '${word}' ORDER BY 1`)).map(
        (row) => row["deletion"],
      );
    expect(await deletionsOf("rex")).toEqual([]);
    expect(await deletionsOf("bell")).toEqual(["bel", "bell", "bll", "ell"]);
    expect(await deletionsOf("kessinia")).toEqual(expect.arrayContaining(["kessinia", "kesinia", "kessni", "esinia"]));
  });

  it("are counted exactly while three writers and three steps run at once", async () => {
    const change = async (at: number) => {
      for (let turn = 0; turn < 10; turn++) {
        await run(`INSERT INTO pet (name, category_id) SELECT 'Rex ' || n, 1 FROM generate_series(1, ${at + 2}) AS n`);
        await run(`UPDATE pet SET name = 'Max ' || id WHERE id % 5 = ${at}`).catch(() => {});
        await searchStep(database.db);
      }
    };
    await Promise.all([0, 1, 2].map(change));
    expect(await problems()).toEqual([]);
    await write();
    expect(await problems()).toEqual([]);
  });

  it("and the documents are checked", async () => {
    await run(`${pet(1, "Bello")}; ${pet(2)}; ${pet(3)}`);
    await write();
    await run("UPDATE pet_search SET words = 'nmax' WHERE pet_id = 1; DELETE FROM pet_search WHERE pet_id = 2");
    await run("INSERT INTO pet_search VALUES (9, 'max', 'nmax')");
    expect(await problems()).toMatchObject([
      { place: "pet_search", rule: expect.stringContaining("other words"), examples: ["pet 1", "pet 2", "pet 9"] },
      { place: "search_word", count: 5 },
    ]);
  });

  it("are counted again beside writers", async () => {
    await run(pet(1, "Bello Rex"));
    await write();
    await run("UPDATE search_word SET names = 7 WHERE word = 'rex'; DELETE FROM search_word WHERE word = 'bello'");
    expect(await problems()).toMatchObject([{ place: "search_word", count: 2 }, { place: "search_deletion" }]);
    await inTransaction(database.pool, "BEGIN", recountWords);
    expect(await problems()).toEqual([]);
  });
});
