import { readFileSync } from "node:fs";
import { type Client, createClient } from "@petstore/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill } from "../src/facts.js";

const guide = fill(readFileSync(new URL("../guides/retries.md", import.meta.url), "utf8"));
const [head = [], , ...rows] = guide
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const one = { params: { petId: 7 } };
const sold = { ...one, body: { status: "sold" } } as const;
const key = { body: { name: "shop", scope: "read" } } as const;
const order = { body: { name: "Luna", categoryId: 2 } };

/** The requests that each column of the table stands for. */
const columns: Readonly<Record<string, readonly ((client: Client) => Promise<unknown>)[]>> = {
  "GET, PUT, DELETE": [
    ({ pets }) => pets.listPets(),
    ({ views }) => views.putView({ params: { name: "a" }, body: { query: {}, isShared: false } }),
    ({ pets }) => pets.deletePet(one),
  ],
  "POST with a key": [({ pets }) => pets.createPet(order)],
  "PATCH with `If-Match`": [({ pets }) => pets.updatePet({ ...sold, headers: { "if-match": '"1"' } })],
  "Any other change": [
    ({ pets }) => pets.updatePet(sold),
    ({ pets }) => pets.updatePet({ ...sold, headers: { "if-match": "*" } }),
    ({ apiKeys }) => apiKeys.createApiKey(key),
  ],
};

/** Returns the responses that a row is about: statuses, or 0 for no response. */
const answersOf = (cell: string): number[] => {
  if (cell.startsWith("none")) return [0];
  if (cell === "any other 4xx") return [400, 401, 403, 404, 409, 412, 413, 422];
  return (cell.match(/\b[45]\d\d\b/g) ?? []).map(Number);
};

/** @returns How often a client with one retry sends the request, and how long it waited. */
const attemptsAt = async (call: (client: Client) => Promise<unknown>, status: number, isBusy: boolean) => {
  let sent = 0;
  const fetch = async (): Promise<Response> => {
    sent += 1;
    if (status === 0) throw new TypeError("fetch failed");
    const headers = { ...((status === 429 || isBusy) && { "retry-after": "7" }) };
    return Response.json(
      { code: isBusy ? "idempotency_key_in_use" : "a_code", message: "", status },
      { status, headers },
    );
  };
  const client = createClient({ baseUrl: "http://x/v1", apiKey: "k", fetch, maxRetries: 1 });
  const done = call(client).catch(() => {});
  await vi.advanceTimersByTimeAsync(6_900);
  const before = sent;
  await vi.advanceTimersByTimeAsync(1_000);
  const result = { before, after: sent };
  await vi.runAllTimersAsync();
  await done;
  return result;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("the table of what to send again", () => {
  const cases = rows.flatMap(([answer = "", ...cells]) =>
    cells.flatMap((cell, at) => (cell === "" ? [] : [{ answer, column: head[at + 1] ?? "", cell }])),
  );

  it("has a column for each kind of request", () => {
    expect(head.slice(1)).toEqual(Object.keys(columns));
    expect(cases.length).toBeGreaterThan(12);
  });

  const attempts = {
    yes: { before: 2, after: 2 },
    no: { before: 1, after: 1 },
    "after `Retry-After`": { before: 1, after: 2 },
  };

  it.each(cases)("matches what the client does: $answer, $column, $cell", async ({ answer, column, cell }) => {
    const isBusy = answer.includes("idempotency_key_in_use");
    const answers = answersOf(answer);
    expect(answers.length).toBeGreaterThan(0);
    for (const status of answers) {
      for (const call of columns[column] ?? []) {
        const expected = attempts[cell as keyof typeof attempts];
        expect({ status, ...(await attemptsAt(call, status, isBusy)) }).toEqual({ status, ...expected });
      }
    }
  });
});
