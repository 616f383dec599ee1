import type { PetFields } from "@petstore/contract/client";
import { MAX_CHANGES } from "@petstore/contract/schemas";
import { afterEach, describe, expect, it } from "vitest";
import { type Asked, fakeService, inTurn, refusal } from "../../../test/support/fake-service";
import { until, watchRefresh } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { addConflicts, announceEdits, closeConflicts, editPets, makeAllEdits, openConflicts } from "./pet-edits";
import { lastAction, remember, undoLast } from "../history/undo";

const luna = { name: "Luna", categoryId: 1, status: "available" } as PetFields;
const sold: PetFields = { ...luna, status: "sold" };
const edit = (id: number) => ({ id, from: luna, to: sold });
const idsOf = ({ body }: Asked) => (body as readonly { readonly id: number }[]).map(({ id }) => id);

/** The service makes all changes but those of these animals. */
const leaving = (...ids: readonly number[]) => {
  const left = ids.map((id) => ({ id, reason: "changed", now: { ...sold, name: "Lola" } }));
  return { "POST /v1/pets/changes": () => ({ body: { changed: 1, left } }) };
};

afterEach(() => openConflicts.set([]));

describe("editPets", () => {
  it("announces what was done with its undo, which puts it back, and asks for the lists again", async () => {
    const notices = shownNotices();
    const refresh = watchRefresh();
    const asked = fakeService(leaving());
    expect(await editPets({ title: "Luna is sold", edits: [edit(1)] })).toBe(true);
    expect(asked.map(({ query, body }) => [query.get("partial"), body])).toEqual([["true", [edit(1)]]]);
    expect([titlesOf(notices), refresh()]).toEqual([["Luna is sold"], 1]);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Luna is available again"));
    expect(asked[1]?.body).toEqual([{ id: 1, from: sold, to: luna }]);
  });

  it("announces nothing of what was refused: it waits for a decision", async () => {
    const notices = shownNotices();
    fakeService(leaving(1));
    remember({ title: "Before" });
    expect(await editPets({ title: "Luna is sold", edits: [edit(1)] })).toBe(false);
    expect([titlesOf(notices), lastAction()]).toEqual([[], "Before"]);
    expect(openConflicts.get()).toEqual([{ edit: edit(1), reason: "changed", now: { ...sold, name: "Lola" } }]);
  });

  it("tells what animals that were brought back lack", async () => {
    const notices = shownNotices();
    const unrestored = [
      { id: 1, fields: ["externalId", "attributes.size"] },
      { id: 2, fields: ["attributes.size"] },
    ];
    fakeService({ "POST /v1/pets/changes": () => ({ body: { done: 2, left: [], unrestored } }) });
    await editPets({ title: "Back", edits: [1, 2].map((id) => ({ id, from: null, to: luna })) });
    const told = notices().find(({ title }) => title === "2 animals came back without all details");
    expect(told?.description).toBe("Number elsewhere, size");
  });

  it("undoes only what was done of several", async () => {
    const notices = shownNotices();
    const asked = fakeService(leaving(2));
    expect(await editPets({ title: "Sold", edits: [edit(1), edit(2)] })).toBe(false);
    undoLast();
    await until(() => titlesOf(notices).includes("Luna is available again"));
    expect(asked.map(idsOf)).toEqual([[1, 2], [1]]);
  });

  it("offers to try again after a failure, asks for the lists again, and announces nothing", async () => {
    const notices = shownNotices();
    const refresh = watchRefresh();
    const changes = inTurn(() => refusal(500, "internal_error"), leaving()["POST /v1/pets/changes"]);
    fakeService({ "POST /v1/pets/changes": changes });
    expect(await editPets({ title: "Luna is sold", edits: [edit(1)] })).toBe(false);
    expect([titlesOf(notices), refresh()]).toEqual([["That did not work"], 1]);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Luna is sold"));
  });
});

describe("makeAllEdits", () => {
  it("sends as many as one request takes, one request after the other, and reports each", async () => {
    const asked = fakeService(leaving());
    const tried: number[] = [];
    const edits = Array.from({ length: MAX_CHANGES + 1 }, (_, id) => edit(id));
    const done = await makeAllEdits(edits, (count) => tried.push(count));
    expect([asked.map((one) => idsOf(one).length), tried, done.length]).toEqual([
      [MAX_CHANGES, 1],
      [MAX_CHANGES, MAX_CHANGES + 1],
      MAX_CHANGES + 1,
    ]);
  });

  it("changes an animal once in a request, in the order of its changes", async () => {
    const asked = fakeService(leaving());
    await makeAllEdits([edit(1), edit(2), { id: 1, from: sold, to: luna }], () => undefined);
    expect(asked.map(idsOf)).toEqual([[1, 2], [1]]);
  });

  it("returns what was done, and lets a person decide the rest", async () => {
    fakeService(leaving(2));
    const tried: number[] = [];
    expect(await makeAllEdits([edit(1), edit(2)], (count) => tried.push(count))).toEqual([edit(1)]);
    expect(tried).toEqual([2]);
    expect(openConflicts.get().map((one) => one.edit)).toEqual([edit(2)]);
  });
});

describe("conflicts", () => {
  it("wait one after the other, and only those close that were decided", () => {
    const [first, second] = [1, 2].map((id) => ({ edit: edit(id), reason: "changed" as const, now: luna }));
    addConflicts([first as never]);
    addConflicts([second as never]);
    closeConflicts([first as never]);
    expect(openConflicts.get()).toEqual([second]);
  });
});

describe("announceEdits", () => {
  it("says and remembers nothing if nothing was done", () => {
    const notices = shownNotices();
    remember({ title: "Before" });
    announceEdits({ title: "Sold", edits: [] });
    expect([titlesOf(notices), lastAction()]).toEqual([[], "Before"]);
  });

  it("undoes the last change of an animal first", async () => {
    const notices = shownNotices();
    const asked = fakeService(leaving());
    const renamed = { ...sold, name: "Lola" };
    announceEdits({ title: "Changed", edits: [edit(1), { id: 1, from: sold, to: renamed }] });
    undoLast();
    await until(() => asked.length === 2);
    expect(asked.map(({ body }) => body)).toEqual([
      [{ id: 1, from: renamed, to: sold }],
      [{ id: 1, from: sold, to: luna }],
    ]);
    await until(() => titlesOf(notices).length > 0);
  });
});
