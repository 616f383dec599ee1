import type { PetFields } from "@petstore/contract/client";
import { afterEach, describe, expect, it } from "vitest";
import { actionOf, eventOf, petFieldsOf } from "../../../test/support/examples";
import { fakeService, inTurn, refusal } from "../../../test/support/fake-service";
import { until, watchRefresh } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { actionKeyOf, jobOf, undoes, undoIn, undoneAtOnce } from "../../../test/support/undos";
import { addConflicts, closeConflicts, openConflicts } from "./conflicts";
import { announceEdits, editPets } from "./pet-edits";
import { lastAction, remember, undoLast } from "../history/undo";

const luna = petFieldsOf();
const sold: PetFields = { ...luna, status: "sold" };
const edit = (id: number) => ({ id, from: luna, to: sold });

/** The service makes all changes except those of these animals. */
const leaving = (...ids: readonly number[]) => {
  const left = ids.map((id) => ({ id, reason: "changed", now: { ...sold, name: "Lola" } }));
  return { "POST /v1/pets/changes": () => ({ body: { changed: 1, left } }) };
};

afterEach(() => openConflicts.set([]));

describe("editPets", () => {
  it("announces the change with its undo, and refreshes the lists", async () => {
    const notices = shownNotices();
    const refresh = watchRefresh();
    const asked = fakeService({ ...leaving(), ...undoes() });
    expect(await editPets({ title: "Luna is sold", edits: [edit(1)] })).toBe(true);
    expect(asked.map(({ query, body }) => [query.get("partial"), body])).toEqual([["true", [edit(1)]]]);
    expect([titlesOf(notices), refresh()]).toEqual([["Luna is sold"], 1]);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Luna is available again"));
    expect(undoIn(asked)).toEqual({ lines: undoneAtOnce, key: actionKeyOf(asked[0]) });
  });

  it("announces nothing if the change was refused, and opens the conflict", async () => {
    const notices = shownNotices();
    fakeService(leaving(1));
    remember({ title: "Before" });
    expect(await editPets({ title: "Luna is sold", edits: [edit(1)] })).toBe(false);
    expect([titlesOf(notices), lastAction()]).toEqual([[], "Before"]);
    expect(openConflicts.get()).toEqual([{ edit: edit(1), reason: "changed", now: { ...sold, name: "Lola" } }]);
  });

  it("offers no undo if the animals already had the values", async () => {
    const notices = shownNotices();
    const asked = fakeService({
      "POST /v1/pets/changes": () => ({ body: { done: 1, unchanged: 1, left: [] } }),
      "GET /v1/actions": () => ({ body: [] }),
    });
    remember({ title: "Before" });
    await editPets({ title: "Luna is sold", edits: [edit(1)] }, "k");
    expect(notices()).toMatchObject([{ title: "Luna is sold", label: undefined }]);
    expect([lastAction(), asked.at(-1)?.query.get("key")]).toEqual(["Before", "k"]);
  });

  it("offers Undo if a repeat after a lost answer finds the change made", async () => {
    const notices = shownNotices();
    fakeService({
      "POST /v1/pets/changes": () => ({ body: { done: 1, unchanged: 1, left: [] } }),
      "GET /v1/actions": () => ({ body: [actionOf()] }),
    });
    await editPets({ title: "Luna is sold", edits: [edit(1)] });
    expect(notices()[0]).toMatchObject({ title: "Luna is sold", label: "Undo" });
  });

  it("says which details could not be restored", async () => {
    const notices = shownNotices();
    const unrestored = [
      { id: 1, fields: ["externalId", "attributes.size"] },
      { id: 2, fields: ["attributes.size"] },
    ];
    fakeService({ "POST /v1/pets/changes": () => ({ body: { done: 2, left: [], unrestored } }) });
    await editPets({ title: "Back", edits: [1, 2].map((id) => ({ id, from: null, to: luna })) });
    const told = notices().find(({ title }) => title === "2 animals came back without some details");
    expect(told?.description).toBe("Number elsewhere, size");
  });

  it("offers a retry after a failure, and refreshes the lists", async () => {
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

describe("conflicts", () => {
  it("are shown one after the other, and close only when they are decided", () => {
    const [first, second] = [1, 2].map((id) => ({ edit: edit(id), reason: "changed" as const, now: luna }));
    addConflicts([first as never]);
    addConflicts([second as never]);
    closeConflicts([first as never]);
    expect(openConflicts.get()).toEqual([second]);
  });
});

describe("announceEdits", () => {
  it("does nothing if nothing was done", () => {
    const notices = shownNotices();
    remember({ title: "Before" });
    announceEdits({ title: "Sold", edits: [] });
    expect([titlesOf(notices), lastAction()]).toEqual([[], "Before"]);
  });

  it("undoes a change without an Action-Key through the event of the change", async () => {
    const notices = shownNotices();
    const at = "2026-11-22T10:00:00.000Z";
    const events = [
      eventOf({ id: 9, at, after: { id: 1, ...sold, name: "Lola" } }),
      eventOf({ id: 8, at, after: { id: 1, ...sold } }),
    ];
    const actionId = `${Date.parse(at)}-8`;
    const asked = fakeService({
      "GET /v1/history": () => ({ body: events }),
      [`POST /v1/actions/${actionId}/undo`]: () => ({
        status: 202,
        body: actionOf({ status: "undone", job: jobOf() }),
      }),
    });
    announceEdits({ title: "Luna is sold", edits: [edit(1)] });
    undoLast();
    await until(() => titlesOf(notices).includes("Luna is available again"));
    expect(asked[0]?.query.get("subject")).toBe("pet:1");
  });
});
