import type { AuditEvent, PetFields } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { completed } from "./past-fields";
import { undoEditOf } from "./past-edits";

const fields = (name: string, status: PetFields["status"] = "available") => completed({ name, categoryId: 1, status });

const eventOf = (id: number, before: string | null, after: string | null, petId = 7): AuditEvent => ({
  id,
  at: "2026-11-22T10:00:00.000Z",
  actor: { kind: "account", id: 3, name: "Mara" },
  orderId: null,
  actionId: null,
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

  it("returns undefined for an event that is not about an animal", () => {
    expect(undoEditOf({ ...eventOf(1, "Luna", "Lola"), subject: { kind: "category", id: 7 } })).toBeUndefined();
  });
});

describe("an event from before the store had a field", () => {
  const without = (state: AuditEvent["before"]) => {
    const { status: _, ...rest } = state ?? {};
    return state && rest;
  };
  const oldEvent = (before: string | null, after: string | null): AuditEvent => {
    const event = eventOf(1, before, after);
    return { ...event, before: without(event.before), after: without(event.after) };
  };

  it("is undone without changing the present value of that field", () => {
    expect(undoEditOf(oldEvent("A", "B"), fields("B", "sold"))).toEqual({
      id: 7,
      from: fields("B", "sold"),
      to: fields("A", "sold"),
    });
  });

  it("brings a deleted animal back without a value of that field", () => {
    expect(undoEditOf(oldEvent("A", null))).toEqual({ id: 7, from: null, to: fields("A") });
  });
});
