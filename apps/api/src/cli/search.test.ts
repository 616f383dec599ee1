import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { queryOfPool } from "../database/query.js";
import { inTransaction } from "../database/transact.js";
import { lockSearchWriter } from "../pets/search/keep-search.js";
import { searchCheck } from "./store-check/search-check.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
  await database.pool.query("INSERT INTO category (id) VALUES (1)");
  await database.pool.query(
    "INSERT INTO pet (name, category_id) SELECT (ARRAY['Rex', 'Bella', 'Zoë'])[1 + n % 3], 1 FROM generate_series(1, 1200) AS n",
  );
});
afterAll(() => database.drop());

const problems = async () =>
  (await searchCheck.run(queryOfPool(database.pool), () => {})).map(({ place, count }) => [place, count]);

describe("petstore pets find", () => {
  it("lists the best matches, also of pets whose words are not written yet", async () => {
    const { code, stdout, stderr } = await run(["pets", "find", "zoe", "--limit", "1"]);
    expect([code, stdout, stderr]).toEqual([
      0,
      "ID  NAME  STATUS     CATEGORY\n2   Zoë   available  1\n",
      "There are more; add words, or use --limit with up to 1,000.\n",
    ]);
    const { stdout: json } = await run(["pets", "find", "zoe", "--limit", "1", "--json"]);
    expect(JSON.parse(json)).toEqual([{ id: 2, name: "Zoë", categoryId: 1, status: "available" }]);
  });

  it("says what a misspelt word was taken for, and when nothing was found", async () => {
    expect((await run(["pets", "find", "belal", "--limit", "1"])).stderr).toContain("it also looked for: bella\n");
    expect(await run(["pets", "find", "nobody"])).toMatchObject({ code: 0, stdout: "No pet was found.\n" });
  });

  it("refuses more than 16 words", async () => {
    const { code, stderr } = await run(["pets", "find", "a ".repeat(17)]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("It must have at most 16 words.")]);
  });
});

describe("petstore search rebuild", () => {
  it("restores words that were lost or damaged, as the check demands", async () => {
    expect(await problems()).toEqual([]);
    await database.pool.query(`DELETE FROM pet_search WHERE pet_id <= 10;
      UPDATE pet_search SET words = 'nmax' WHERE pet_id = 20; TRUNCATE search_word`);
    expect(await problems()).toEqual([
      ["pet_search", 11],
      ["search_word", 7],
      ["search_deletion", 1],
    ]);
    const { code, stdout } = await run(["search", "rebuild"]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Searches find all pets again, by 6 words; rebuilt in [\d.]+ s\.\n$/),
    ]);
    expect(await problems()).toEqual([]);
  });

  it("answers with the number of words as JSON", async () => {
    expect(await run(["search", "rebuild", "--json"])).toMatchObject({ code: 0, stdout: '{"words":6}\n' });
  });

  it("waits for a step that another process runs", async () => {
    let running: ReturnType<typeof run> | undefined;
    await inTransaction(database.pool, "BEGIN", async (query) => {
      await lockSearchWriter(query);
      running = run(["search", "rebuild"]);
      await query("DELETE FROM pet_search WHERE pet_id > 1190", []);
    });
    expect(await running).toMatchObject({ code: 0 });
    expect(await problems()).toEqual([]);
  });
});
