import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addPets } from "../../test/support/builders.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { operator } from "./operator.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
});
beforeEach(async () => {
  await database.pool.query("TRUNCATE category, pet RESTART IDENTITY CASCADE");
  await database.pool.query("INSERT INTO category (id, name) VALUES (2, 'Dogs'), (3, 'cats'), (99, NULL)");
  await addPets({ database }, { categoryId: 2 }, { categoryId: 99 }, { categoryId: 99 });
});
afterAll(() => database.drop());

const idsByCategory = async () => {
  const { rows } = await database.pool.query(
    `SELECT category.id::integer, array_remove(array_agg(pet.id::integer ORDER BY pet.id), NULL) AS pets
     FROM category LEFT JOIN pet ON category_id = category.id GROUP BY category.id ORDER BY category.id`,
  );
  return Object.fromEntries(rows.map(({ id, pets }) => [id, pets]));
};
const before = { 2: [1], 3: [], 99: [2, 3] };

describe("petstore categories list", () => {
  it("shows each category with the number of its pets, by name, unnamed ones last", async () => {
    expect(await run(["categories", "list"])).toEqual({
      code: 0,
      stdout: "ID  PETS  NAME\n3      0  cats\n2      1  Dogs\n99     2  (unnamed)\n",
      stderr: "",
    });
  });

  it("groups the digits of large numbers", async () => {
    await database.pool.query("INSERT INTO pet (name, category_id) SELECT 'Rex', 3 FROM generate_series(1, 1234)");
    expect((await run(["categories", "list"])).stdout).toContain("\n3   1,234  cats\n");
  });

  it("prints an array with --json", async () => {
    expect(JSON.parse((await run(["categories", "list", "--json"])).stdout)).toMatchObject([
      { id: 3, name: "cats", petCount: 0 },
      { id: 2, name: "Dogs", petCount: 1 },
      { id: 99, name: null, petCount: 2 },
    ]);
  });

  it("says how categories are created if there are none", async () => {
    await database.pool.query("TRUNCATE category, pet CASCADE");
    expect((await run(["categories", "list"])).stdout).toBe(
      "There are no categories yet; adding a pet registers its category.\n",
    );
    expect((await run(["categories", "list", "--json"])).stdout).toBe("[]\n");
  });
});

describe("petstore categories merge", () => {
  it("moves the pets, deletes the category and reports both", async () => {
    expect(await run(["categories", "merge", "99", "2"])).toEqual({
      code: 0,
      stdout: "Moved 2 pets into category 2; category 99 was deleted.\n",
      stderr: "",
    });
    expect(await idsByCategory()).toEqual({ 2: [1, 2, 3], 3: [] });
  });

  it("deletes a category without pets", async () => {
    expect((await run(["categories", "merge", "3", "99"])).stdout).toBe(
      "Moved 0 pets into category 99; category 3 was deleted.\n",
    );
    expect(await idsByCategory()).toEqual({ 2: [1], 99: [2, 3] });
  });

  it.each([
    [["77", "2"], "There is no category 77; `petstore categories list` shows all categories.\n"],
    [["2", "77"], "There is no category 77; `petstore categories list` shows all categories.\n"],
    [["78", "77"], "There is no category 78; `petstore categories list` shows all categories.\n"],
    [["2", "2"], "Category 2 cannot be merged into itself; name another category.\n"],
  ])("refuses %j with exit code 1; nothing is changed", async (args, stderr) => {
    expect(await run(["categories", "merge", ...args])).toEqual({ code: 1, stdout: "", stderr });
    expect(await idsByCategory()).toEqual(before);
  });

  it.each([
    [["x", "2"], "must be an integer from 1 to 9007199254740991; `petstore categories list` shows the ids"],
    [["2", "0"], "must be an integer from 1 to 9007199254740991; `petstore categories list` shows the ids"],
    [["2"], "missing required argument 'into'"],
  ])("refuses %j with exit code 2; nothing is changed", async (args, message) => {
    const { code, stderr } = await run(["categories", "merge", ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(await idsByCategory()).toEqual(before);
  });

  it("records one audit event for a merge, and none if it is refused", async () => {
    const last = await lastEventId(database);
    await run(["categories", "merge", "77", "2"]);
    await run(["categories", "merge", "99", "2"]);
    expect(await eventsSince(database, last)).toMatchObject([
      {
        ...{ id: expect.any(Number), at: expect.any(String), actor: operator(), action: "category.merge" },
        ...{ subject: { kind: "category", id: 99 }, before: { id: 99, name: null, petCount: 2 } },
        after: { into: 2, moved: 2 },
      },
    ]);
  });

  it("has no time limit", async () => {
    await database.pool.query(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_sleep(1.2); RETURN NEW; END'`);
    await database.pool.query("CREATE TRIGGER dawdle BEFORE UPDATE ON pet EXECUTE FUNCTION dawdle()");
    const impatient = createTestShell(`${database.url}&statement_timeout=1000`);
    const { code } = await impatient(["categories", "merge", "99", "2"]);
    await database.pool.query("DROP FUNCTION dawdle CASCADE");
    expect(code).toBe(0);
    expect(await idsByCategory()).toEqual({ 2: [1, 2, 3], 3: [] });
  });

  it("moves more than 10,000 pets in steps, with one audit event", async () => {
    await database.pool.query("INSERT INTO pet (name, category_id) SELECT 'Rex', 99 FROM generate_series(1, 10500)");
    const last = await lastEventId(database);
    const { code, stdout } = await run(["categories", "merge", "99", "2"]);
    expect([code, stdout]).toEqual([0, "Moved 10,502 pets into category 2; category 99 was deleted.\n"]);
    expect(await database.db.pet.count({ where: { categoryId: 2 } })).toBe(10_503);
    expect(await eventsSince(database, last)).toMatchObject([{ action: "category.merge", after: { moved: 10_502 } }]);
  });

  it("says what to do if the merge, or a merge that blocks it, waits for a person", async () => {
    await database.pool.query("INSERT INTO pet (name, category_id) SELECT 'Rex', 99 FROM generate_series(1, 10500)");
    await database.pool.query(
      `INSERT INTO category_merge (id, category_id, into_id, actor, total) VALUES (7, 99, 2, '{"kind":"system","id":null,"name":"x"}', 10502);
       INSERT INTO job_step (kind, job_id, beginnings, token, free_at, waiting_since)
       VALUES ('merge', 7, 3, gen_random_uuid(), now(), now())`,
    );
    const waiting = {
      code: 1,
      stdout: "",
      stderr:
        "The merge of category 99 into 2 waits for a person, because three of its steps started and did not finish; " +
        "fix the cause, which is in the service's log, then run `petstore jobs resume merge 7` to continue, " +
        "or `petstore jobs drop merge 7` to give it up.\n",
    };
    for (const into of ["2", "3"]) expect(await run(["categories", "merge", "99", into])).toEqual(waiting);
    expect(await database.db.pet.count({ where: { categoryId: 99 } })).toBe(10_502);
    expect((await run(["jobs", "resume", "merge", "7"])).code).toBe(0);
    expect((await run(["categories", "merge", "99", "2"])).code).toBe(0);
  });

  it("is rolled back when it is interrupted", async () => {
    const client = await database.pool.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM pet WHERE category_id = 99 FOR UPDATE");
    const interruption = new AbortController();
    const merging = run(["categories", "merge", "99", "2"], { signal: interruption.signal });
    const isWaiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(async () => (await database.pool.query(isWaiting)).rowCount, { timeout: 30_000 }).toBe(1);
    interruption.abort();
    expect(await merging).toEqual({
      code: 130,
      stdout: "",
      stderr: "Interrupted: unfinished work was rolled back.\n",
    });
    await client.query("COMMIT");
    client.release();
    await expect.poll(async () => (await database.pool.query(isWaiting)).rowCount, { timeout: 30_000 }).toBe(0);
    expect(await idsByCategory()).toEqual(before);
  });
});

describe("petstore categories", () => {
  it("prints its usage without a subcommand", async () => {
    const { code, stderr } = await run(["categories"]);
    expect(stderr).toMatch(/^Usage: petstore categories [^]*\n {2}list [^]*\n {2}merge /);
    expect(code).toBe(2);
  });
});
