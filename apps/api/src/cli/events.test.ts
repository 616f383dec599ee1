import { Event } from "@petstore/contract/routes";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { asOperator } from "./operator.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const rex = { name: "Rex", categoryId: 1 };
const eventsOf = (store: TestDatabase, ...args: string[]) => createTestShell(store.url)(["events", ...args]);
const events = (...args: string[]) => eventsOf(database, ...args);
/** Records a change as an operation does. */
const record = (id: number, status: "available" | "sold", { db } = database) =>
  asOperator(db, async ({ record: note }) =>
    note({
      action: "pet.update",
      subject: { kind: "pet", id },
      before: { ...rex, id, status: "pending" },
      after: { ...rex, id, status },
    }),
  );
const head = async () => {
  await record(9, "sold");
  return (await events()).stderr.trim().split(" ").at(-1) ?? "";
};

describe("petstore events", () => {
  it("prints a line per event, and how to continue from there", async () => {
    const own = await createTestDatabase();
    onTestFinished(() => own.drop());
    await record(1, "sold", own);
    await record(2, "available", own);
    const { code, stdout, stderr } = await eventsOf(own);
    const [first = "", second = ""] = stdout.split("\n");
    expect(first).toMatch(/^[0-9a-f]{8,16}-1 {2}\S+Z {2}pet\.updated {9}pet:1 {9}status$/);
    expect(second).toMatch(/ {2}pet:2 {9}status$/);
    const [cursor = ""] = second.split(" ");
    expect([code, stderr]).toEqual([0, `To continue from here: --after ${cursor}\n`]);
    expect(await eventsOf(own, "--after", cursor)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await eventsOf(own, "--limit", "1")).stdout).toBe(`${first}\n`);
  });

  it("prints only the requested events with --json, in the form of the API, with the actor", async () => {
    const after = await head();
    await record(3, "sold");
    await record(4, "sold");
    const { stdout, stderr } = await events(
      "--after",
      after,
      "--types",
      "pet.created,pet.updated",
      "--subject",
      "pet:4",
      "--json",
    );
    expect([stdout.split("\n").length, stderr]).toEqual([2, ""]);
    const event = Event.parse(JSON.parse(stdout));
    expect(event).toMatchObject({ subject: { kind: "pet", id: 4 }, actor: { kind: "system" } });
    expect((await events("--after", after, "--types", "order.created")).stdout).toBe("");
  });

  it("follows new events until Ctrl-C ends the command with exit code 0", async () => {
    const interrupted = new AbortController();
    const stdout = new PassThrough();
    const following = createTestShell(database.url)(["events", "--follow"], { signal: interrupted.signal, stdout });
    // Following starts at the end of the feed, so the test commits changes until the first one appears.
    const seen = new Promise<string>((resolve) => stdout.once("data", (line) => resolve(String(line))));
    const writing = setInterval(() => void record(5, "sold"), 50);
    expect(await seen).toMatch(/pet\.updated +pet:5 +status/);
    clearInterval(writing);
    await new Promise(setImmediate);
    interrupted.abort();
    const { code, stderr } = await following;
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^To continue from here: --after \S+\n$/)]);
  });

  it("says what to do if the events after the cursor are gone, or if there are no events yet", async () => {
    // The first event is now older than the feed keeps events.
    await head();
    const after = await head();
    const [epoch, position] = after.split("-");
    expect(await events("--after", `${epoch}-${Number(position) + 99}`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /this store has not issued an event with id \S+: use the id of an event, or --after now/,
      ),
    });
    await database.pool.query("UPDATE event_feed SET expired_position = position");
    const { code, stderr } = await events("--after", `${epoch}-1`, "--json");
    expect([code, JSON.parse(stderr)]).toEqual([
      1,
      {
        code: "cursor_expired",
        message: `The events after ${epoch}-1 are no longer kept, or the store was restored or has failed over since.`,
        remedy: "Read the catalogue again (`petstore export`), then continue with --after now.",
      },
    ]);
  });

  it.each([
    [["--types", "pet.sold"], "It must be one or more of pet.created, "],
    [["--subject", "dog"], "It must be "],
    [["--after", "1"], "It must be `now`, the id of an event"],
    [["--limit", "0"], "It must be an integer from 1."],
  ])("refuses %j", async (args, sentence) => {
    const { code, stderr } = await events(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
