import { describe, expect, it } from "vitest";
import { invalidRequest, petNotFound, petReserved, preconditionFailed } from "../errors.js";
import { publishResults, type Result } from "./publish-results.js";

const pet = { id: 7, name: "Luna", categoryId: 1, status: "available" } as const;
const creation = { action: "pet.create", subject: { kind: "pet", id: 7 }, before: null, after: pet } as const;

/** Publishes results. @returns The calls of the response cache, in order. */
const publish = async (...results: readonly Result[]) => {
  const asked: unknown[] = [];
  const cache = {
    invalidate: async (changes: unknown) => void asked.push(changes),
    catchUp: async () => void asked.push("catch up"),
  };
  await publishResults(cache, results);
  return asked;
};

describe("the results of a transaction", () => {
  const done: Result = { answer: { status: 201, body: pet }, entries: [creation] };

  it("report the changes of pets, and nothing if nothing has changed", async () => {
    expect(await publish(done, "again")).toEqual([[{ before: null, after: pet }]]);
    expect(await publish({ ...done, entries: [] }, "again")).toEqual([]);
  });

  it.each([
    ["a pet that is gone", petNotFound(7)],
    ["a pet that an order reserves", petReserved(7, 8)],
    ["a pet that has changed", preconditionFailed("pet")],
    ["an earlier outcome", { isReplayed: true, answer: done.answer } as unknown as Result],
  ])("are reported only after the changes of other replicas have arrived, for %s", async (_what, result) => {
    expect(await publish(result)).toEqual(["catch up"]);
  });

  it("are reported without waiting if the result is a refusal that reveals nothing", async () => {
    expect(await publish(invalidRequest("body.name is required"))).toEqual([]);
  });
});
