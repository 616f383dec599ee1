import type { AuditEvent, PetFields } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { completed } from "../../lib/history/past-fields";
import { idsToComplete, undoEditOf, undoRounds } from "./undo-edits";

const fields = (name: string, status: PetFields["status"] = "available") => completed({ name, categoryId: 1, status });

const eventOf = (id: number, before: string | null, after: string | null, petId = 7): AuditEvent => ({
  id,
  at: "2026-11-22T10:00:00.000Z",
  actor: { kind: "account", id: 3, name: "Mara" },
  action: before === null ? "pet.create" : after === null ? "pet.delete" : "pet.update",
  subject: { kind: "pet", id: petId },
  before: before === null ? null : { id: petId, ...fields(before) },
  after: after === null ? null : { id: petId, ...fields(after) },
});

describe("undoEditOf", () => {
  it.each([
    ["a creation", null, "Luna"],
    ["a change", "Luna", "Lola"],
    ["a deletion", "Luna", null],
  ])("swaps the sides of %s", (_, before, after) => {
    expect(undoEditOf(eventOf(1, before, after))).toEqual({
      id: 7,
      from: after === null ? null : fields(after),
      to: before === null ? null : fields(before),
    });
  });

  it("has nothing for an event that is not about an animal", () => {
    expect(undoEditOf({ ...eventOf(1, "Luna", "Lola"), subject: { kind: "category", id: 7 } })).toBeUndefined();
  });
});

describe("undoRounds", () => {
  it("makes one edit of changes that follow one another, in whatever order they were selected", () => {
    const events = [eventOf(1, "A", "B"), eventOf(3, "C", null), eventOf(2, "B", "C")];
    expect(undoRounds(events)).toEqual([[{ id: 7, from: null, to: fields("A") }]]);
  });

  it("undoes changes with another one between them round after round, the newest first", () => {
    expect(undoRounds([eventOf(1, "A", "B"), eventOf(3, "C", "D")])).toEqual([
      [{ id: 7, from: fields("D"), to: fields("C") }],
      [{ id: 7, from: fields("B"), to: fields("A") }],
    ]);
  });

  it("changes each animal once in a round", () => {
    const rounds = undoRounds([eventOf(1, "A", "B"), eventOf(2, "X", "Y", 8), eventOf(3, "C", "D")]);
    expect(rounds.map((round) => round.map(({ id }) => id))).toEqual([[7, 8], [7]]);
  });

  it("needs no edit for an animal that was made and deleted", () => {
    expect(undoRounds([eventOf(1, null, "A"), eventOf(2, "A", null)])).toEqual([]);
  });
});

describe("an event of before the store got a field", () => {
  const without = (state: AuditEvent["before"]) => {
    const { status: _, ...rest } = state ?? {};
    return state && rest;
  };
  const oldEvent = (id: number, before: string | null, after: string | null): AuditEvent => {
    const event = eventOf(id, before, after);
    return { ...event, before: without(event.before), after: without(event.after) };
  };

  it("is undone with the field as it is now", () => {
    const event = oldEvent(1, "A", "B");
    expect(idsToComplete([event])).toEqual([7]);
    expect(undoRounds([event], new Map([[7, fields("B", "sold")]]))).toEqual([
      [{ id: 7, from: fields("B", "sold"), to: fields("A", "sold") }],
    ]);
  });

  it("is undone after a newer one with the field as that undo leaves it", () => {
    const newer = { ...eventOf(2, "B", "B"), after: { id: 7, ...fields("B", "sold") } };
    expect(undoRounds([oldEvent(1, "A", "B"), newer], new Map([[7, fields("B", "sold")]]))).toEqual([
      [{ id: 7, from: fields("B", "sold"), to: fields("A") }],
    ]);
  });

  it("brings a deleted animal back without a value of the field", () => {
    expect(undoRounds([oldEvent(1, "A", null)])).toEqual([[{ id: 7, from: null, to: fields("A") }]]);
  });

  it("is no longer looked up once the event has every field", () => {
    expect(idsToComplete([eventOf(1, "A", "B"), eventOf(2, "B", null)])).toEqual([]);
  });
});
