import { describe, expect, it } from "vitest";
import { createJournal } from "./journal.js";

const create = (id: string, name: string) => ({ id, type: "pet.created", after: { name } });

describe("the journal of a reader of events", () => {
  it("knows which creates have not arrived, and which events came again", () => {
    const journal = createJournal();
    journal.note(create("1", "Rex"));
    journal.note(create("1", "Rex"));
    journal.note({ id: "2", type: "pet.updated", after: { name: "Ada" } });
    expect(["Rex", "Ada"].map(journal.isMissing)).toEqual([false, true]);
    expect([journal.again(), journal.doubled()]).toEqual([1, 0]);
  });

  it("counts a pet that was created by two events as doubled", () => {
    const journal = createJournal();
    journal.note(create("1", "Rex"));
    journal.note(create("2", "Rex"));
    expect([journal.again(), journal.doubled()]).toEqual([0, 1]);
  });

  it("accepts what the reader found in the catalogue when the feed told it to read that again", () => {
    const journal = createJournal();
    journal.noteCatalogue(["Rex"]);
    expect([journal.isMissing("Rex"), journal.isMissing("Ada")]).toEqual([false, true]);
  });
});
