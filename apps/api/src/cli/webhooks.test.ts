import { createHmac } from "node:crypto";
import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { type Received, startReceiver } from "../../test/support/webhook-receiver.js";
import { asOperator } from "./operator.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
  const states = { before: { id: 1, status: "available" }, after: { id: 1, status: "sold" } };
  await asOperator(database.db, async ({ record }) =>
    record({ action: "pet.update", subject: { kind: "pet", id: 1 }, ...states }),
  );
});
afterAll(() => database.drop());

/** Listens from the first event on, until the command has printed this many lines. */
const listen = async (lines: number, ...args: string[]) => {
  const interrupted = new AbortController();
  const stdout = new PassThrough();
  const printed: string[] = [];
  createInterface(stdout).on("line", (line) => {
    if (printed.push(line) === lines) setImmediate(() => interrupted.abort());
  });
  const [epoch] = (await run(["events", "--json"])).stdout.slice('{"id":"'.length).split("-");
  const outcome = await run(["webhooks", "listen", "--after", `${epoch}-0`, ...args], {
    signal: interrupted.signal,
    stdout,
  });
  return { ...outcome, printed };
};

describe("petstore webhooks listen", () => {
  it("posts each event, signed with the printed secret, and prints the outcome", async () => {
    const receiver = await startReceiver();
    const { code, stderr, printed } = await listen(2, "--forward", receiver.url);
    await receiver.close();
    expect([code, stderr]).toEqual([0, ""]);
    const [first = "", second] = printed;
    const secret = Buffer.from(first.replace(/^Secret: whsec_/, ""), "base64");
    expect(secret).toHaveLength(32);
    expect(second).toMatch(/^[0-9a-f]{8,16}-1 {2}pet\.updated {9}204 in \d+ ms$/);
    const { headers, body } = receiver.received[0] as Received;
    const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", secret).update(signed).digest("base64")}`);
    const payload = JSON.parse(body) as { data: object };
    expect(payload).toMatchObject({ type: "pet.updated", data: { subject: { kind: "pet", id: 1 } } });
    expect(payload.data).not.toHaveProperty("actor");
    expect(receiver.received).toHaveLength(1);
  });

  it("prints JSON lines with --json, and the reason if no server answers", async () => {
    const receiver = await startReceiver();
    await receiver.close();
    const { code, printed } = await listen(2, "--forward", receiver.url, "--json");
    const [secret, outcome] = printed.map((line) => JSON.parse(line) as unknown);
    expect(code).toBe(0);
    expect(secret).toEqual({ secret: expect.stringMatching(/^whsec_/) });
    expect(outcome).toMatchObject({ type: "pet.updated", status: null, problem: "ECONNREFUSED" });
  });

  it.each([[["--forward", "ftp://a/"]], [["--forward", "http://me:key@a/"]], [[]]])("refuses %j", async (args) => {
    const { code, stderr } = await run(["webhooks", "listen", ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--forward <url>")]);
  });
});
