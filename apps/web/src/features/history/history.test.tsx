import type { AuditEvent, Pet } from "@petstore/contract/client";
import { afterEach, describe, expect, it } from "vitest";
import { eventOf, luna } from "../../../test/support/examples";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../test/support/hook";
import { linksOf, markupOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { openConflicts } from "../../lib/pets/pet-edits";
import { undoLast } from "../../lib/history/undo";
import { byDay, dayTitle } from "./days";
import { EventDetails } from "./event-details";
import { EventRow } from "./event-row";
import { HistoryFilters } from "./history-filters";
import { SelectionBar } from "./selection-bar";
import { useEventUndo } from "./use-event-undo";
import { undoProfile } from "../../lib/history/profile-undo";
import { hasOwnUndo, hasUsualUndo, undoUsual } from "../../lib/history/usual-undo";
import type { FullPetChange } from "../../lib/pets/full-pet-change";

const { id: _, ...fields } = luna;

const nameOf = (id: number) => `Kind ${id}`;
const category = { kind: "category", id: 4 } as const;
const renamed = eventOf({
  action: "category.update",
  subject: category,
  before: { id: 4, name: "Dgos", petCount: 3 },
  after: { id: 4, name: "Dogs", petCount: 5 },
});

afterEach(() => openConflicts.set([]));

describe("the days of the history", () => {
  it("are called today and yesterday, and by their date before", () => {
    const now = new Date(2026, 10, 22, 0, 30).getTime();
    expect([dayTitle("2026-11-22", "", now), dayTitle("2026-11-21", "", now)]).toEqual(["Today", "Yesterday"]);
    expect(dayTitle("2026-11-20", new Date(2026, 10, 20, 9).toISOString(), now)).toMatch(/^Friday,? 20 November 2026$/);
  });

  it.each([
    ["after the night of 23 hours", new Date(2026, 2, 9, 0, 30), "2026-03-08", "2026-03-07"],
    ["at the end of the day of 25 hours", new Date(2026, 10, 1, 23, 30), "2026-10-31", "2026-10-30"],
    ["on the day of 25 hours in Auckland", new Date(2026, 3, 5, 23, 30), "2026-04-04", "2026-04-03"],
  ])("call one day yesterday %s", (_when, at, yesterday, before) => {
    expect(dayTitle(yesterday, "", at.getTime())).toBe("Yesterday");
    expect(dayTitle(before, at.toISOString(), at.getTime())).not.toBe("Yesterday");
  });

  it("have the events of their local day, in the order of the list", () => {
    const at = (day: number, hour: number, id: number) =>
      eventOf({ id, at: new Date(2026, 10, day, hour).toISOString() });
    const days = byDay([at(22, 9, 4), at(22, 0, 3), at(21, 23, 2), at(20, 1, 1)]);
    expect(days.map(({ day, events }) => [day, events.map(({ id }) => id)])).toEqual([
      ["2026-11-22", [4, 3]],
      ["2026-11-21", [2]],
      ["2026-11-20", [1]],
    ]);
  });
});

describe("the details of an event", () => {
  const details = (event: AuditEvent, isAll = false) => (
    <EventDetails id="details" event={event} names={{ nameOf }} isAll={isAll} />
  );

  it.each<readonly [string, Partial<AuditEvent>, string | undefined]>([
    ["an animal's change", {}, undefined],
    ["a new animal", { action: "pet.create", before: null, after: luna }, "It did not exist yet."],
    ["a deleted animal", { action: "pet.delete", after: null }, "It does not exist any more."],
    ["an order's own change", { orderId: 9 }, "Order 9 made this change, and orders only go forward."],
    ["a merge", { action: "category.merge", subject: category }, "A merge has no undo"],
    [
      "an import",
      { action: "catalogue.import", subject: { kind: "catalogue", id: null } },
      "Clear the filters to undo an import",
    ],
    ["an order", { action: "order.update", subject: { kind: "order", id: 9 } }, "Orders only go forward"],
    ["a category's new name", renamed, undefined],
    ["an account", { action: "account.disable", subject: { kind: "account", id: 3 } }, undefined],
  ])("of %s say why it has no undo, if so", (_name, given, why) => {
    const text = textOf(details(eventOf(given)));
    expect(why === undefined ? !/undo|exist|forward/.test(text) : text.includes(why)).toBe(true);
  });

  it("mark what differs, and nothing of an event with one side", () => {
    expect(textOf(details(eventOf())).match(/differs/g)).toHaveLength(1);
    expect(textOf(details(eventOf({ before: null })))).not.toContain("differs");
  });

  it("lead to the animal unless it is gone, and to all changes of the same kind of list", () => {
    expect(linksOf(details(eventOf()))).toEqual(["/animals?open=7", "/history?subject=pet%3A7"]);
    expect(linksOf(details(eventOf({ after: null })))).toEqual(["/history?subject=pet%3A7"]);
    const photo = eventOf({
      action: "photo.delete",
      subject: { kind: "photo", id: 3 },
      before: { petId: 7 },
      after: null,
    });
    expect(linksOf(details(photo))).toEqual(["/animals?open=7", "/history?subject=photo%3A3"]);
    const key = eventOf({ action: "api_key.create", subject: { kind: "api_key", id: 5 }, before: null });
    expect(linksOf(details(key, true))).toEqual(["/keys", "/history?subject=api_key%3A5&all=true"]);
  });
});

describe("a row of the history", () => {
  const row = (given: { readonly canSelect?: boolean; readonly canUndo?: boolean; readonly isBusy?: boolean }) => (
    <EventRow
      event={eventOf()}
      ownId={3}
      names={{ nameOf }}
      isOpen={false}
      isSelected={false}
      isBusy={false}
      isAll={false}
      canSelect
      canUndo
      onSelect={() => undefined}
      onUndo={() => undefined}
      onToggle={() => undefined}
      {...given}
    />
  );

  it("offers what can be done, and no more; while its undo runs, nothing", () => {
    const seen = (html: string) => [html.includes("checkbox"), html.includes("Undo: Luna"), html.includes("aria-busy")];
    expect(seen(markupOf(row({})))).toEqual([true, true, false]);
    expect(seen(markupOf(row({ canSelect: false })))).toEqual([false, true, false]);
    expect(seen(markupOf(row({ canSelect: false, canUndo: false })))).toEqual([false, false, false]);
    expect(seen(markupOf(row({ isBusy: true })))).toEqual([true, true, true]);
  });
});

describe("the bar of selected changes", () => {
  const bar = (selected: number, selectable = 3, selectedHere = selected) => (
    <SelectionBar
      {...{ selected, selectable, selectedHere, shown: 5, isBusy: false }}
      onSelectAll={() => undefined}
      onClear={() => undefined}
      onUndo={() => undefined}
    />
  );

  it("counts, and offers to undo them once there are some", () => {
    expect(textOf(bar(0))).toBe("5 changes on this page");
    expect(textOf(bar(2))).toBe("2 changes selected Undo 2 changes Clear selection");
  });

  it("has its box checked once all are selected, and none to check where nothing can be", () => {
    const box = (html: string) => [/checked=/.test(html), /disabled=/.test(html)];
    expect([box(markupOf(bar(3))), box(markupOf(bar(2))), box(markupOf(bar(0, 0)))]).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });
});

describe("the filters of the history", () => {
  const filters = (role: "clerk" | "manager", search: Parameters<typeof HistoryFilters>[0]["search"]) => {
    actAs(role);
    return textOf(<HistoryFilters search={search} onChange={() => undefined} onClear={() => undefined} />);
  };

  it("offer keys and accounts to managers alone", () => {
    expect(filters("manager", {})).toContain("Keys and accounts too");
    expect(filters("clerk", {})).not.toContain("Keys and accounts too");
  });

  it("have the kinds and actions of what is shown", () => {
    expect(filters("manager", {})).not.toContain("Key made");
    expect(filters("manager", { all: true })).toContain("Key made");
    const ofOrders = filters("manager", { subject: "order:7" });
    expect([
      ofOrders.includes("Order changed"),
      ofOrders.includes("Animal changed"),
      ofOrders.includes("Number"),
    ]).toEqual([true, false, true]);
    expect(filters("manager", { subject: "catalogue" })).not.toContain("Number");
  });

  it("can be cleared if there are any, and say which number of Today led here", () => {
    expect([filters("clerk", {}), filters("clerk", { cursor: "c" })].join()).not.toContain("Clear filters");
    expect(filters("clerk", { counted: "sold" })).toMatch(/Sales that Today counts.*Clear filters/);
  });
});

describe("the usual undo", () => {
  it("is of a resource with the usual changes, and of a change that made a difference", () => {
    const created = { ...renamed, action: "category.create" as const, before: null };
    const same = { ...renamed, before: { ...renamed.after, petCount: 3 } };
    const merged = { ...renamed, action: "category.merge" as const };
    expect([renamed, created, same, merged, eventOf()].map(hasUsualUndo)).toEqual([true, true, false, false, false]);
  });

  const now = (name: string) => () => ({ body: { id: 4, name, petCount: 9 }, headers: { etag: '"7"' } });

  it("of a change writes back what it changed, unless it is changed meanwhile", async () => {
    const asked = fakeService({ "GET /v1/categories/4": now("Dogs"), "PATCH /v1/categories/4": now("Dgos") });
    await undoUsual(renamed);
    expect([asked[1]?.body, asked[1]?.headers.get("if-match")]).toEqual([{ name: "Dgos" }, '"7"']);
  });

  it("of a creation deletes it, and of a deletion adds it again", async () => {
    const asked = fakeService({
      "GET /v1/categories/4": now("Dogs"),
      "DELETE /v1/categories/4": () => ({ status: 204 }),
      "POST /v1/categories": () => ({ status: 201, body: { id: 5 } }),
    });
    await undoUsual({ ...renamed, before: null });
    await undoUsual({ ...renamed, after: null });
    expect(asked.map(({ line, body }) => [line, body])).toEqual([
      ["GET /v1/categories/4", undefined],
      ["DELETE /v1/categories/4", undefined],
      ["POST /v1/categories", { name: "Dgos" }],
    ]);
  });

  it("of a note knows its animal, and brings it back under its number", async () => {
    const note = { id: 7, petId: 3, text: "Bites", isWarning: true, isPinned: false, updatedAt: "2026-11-25" };
    const asked = fakeService({
      "GET /v1/pets/3/notes/7": () => ({ body: { ...note, updatedAt: "2026-11-26" }, headers: { etag: '"7"' } }),
      "PATCH /v1/pets/3/notes/7": () => ({ body: note }),
      "DELETE /v1/pets/3/notes/7": () => ({ status: 204 }),
      "POST /v1/notes/restore": () => ({ body: note }),
    });
    const subject = { kind: "note", id: 7 } as const;
    await undoUsual({ subject, before: { ...note, isWarning: false }, after: note });
    await undoUsual({ subject, before: null, after: note });
    await undoUsual({ subject, before: note, after: null });
    expect(asked.map(({ line, body }) => [line, body])).toEqual([
      ["GET /v1/pets/3/notes/7", undefined],
      ["PATCH /v1/pets/3/notes/7", { isWarning: false }],
      ["GET /v1/pets/3/notes/7", undefined],
      ["DELETE /v1/pets/3/notes/7", undefined],
      ["POST /v1/notes/restore", { id: 7 }],
    ]);
  });

  it.each([
    ["change", "PATCH", renamed],
    ["creation", "DELETE", { ...renamed, before: null }],
  ])("of a %s writes nothing over what changes between its look and its write", async (_what, method, event) => {
    // Somebody saves right after the look: the service knows by the tag alone.
    const write: Handler = ({ headers }) => {
      const tag = headers.get("if-match");
      return tag === null || tag === "*" ? { status: 200, body: {} } : refusal(412, "precondition_failed");
    };
    fakeService({ "GET /v1/categories/4": now("Dogs"), [`${method} /v1/categories/4`]: write });
    await expect(undoUsual(event)).rejects.toMatchObject({ status: 412 });
  });

  it("refuses what has been changed since", async () => {
    const asked = fakeService({ "GET /v1/categories/4": now("Hounds") });
    await expect(undoUsual(renamed)).rejects.toMatchObject({ code: "conflict" });
    expect(asked).toHaveLength(1);
  });
});

describe("the undo of a profile's change", () => {
  const profile = { kind: "profile", id: 7 } as const;
  const before = { externalId: "A", attributes: { breed: "Pug", gone: "x", old: 1 }, updatedAt: null };
  const after = { externalId: "B", attributes: { breed: "Collie", size: "small" }, updatedAt: null };
  const event = eventOf({ action: "profile.update", subject: profile, before, after });
  const service = (now: object) => ({
    "GET /v1/pets/7/profile": () => ({ body: { ...after, ...now }, headers: { etag: '"7"' } }),
    "GET /v1/attributes": () => ({
      body: ["breed", "size", "weight"]
        .map((name) => ({ name, isArchived: false, categoryIds: null }))
        .concat({ name: "old", isArchived: true, categoryIds: null }),
    }),
    "GET /v1/pets": () => ({ body: [luna] }),
    "PATCH /v1/pets/7/profile": () => ({ body: before }),
  });

  it("writes back what it changed alone, and says what no field takes any more", async () => {
    const notices = shownNotices();
    const asked = fakeService(service({ attributes: { ...after.attributes, weight: 3 } }));
    const hook = await runHook(useEventUndo);
    hook.now().undoOne(event);
    await until(() => titlesOf(notices).length === 2);
    const patched = asked.find(({ line }) => line.startsWith("PATCH"));
    expect([patched?.body, patched?.headers.get("if-match")]).toEqual([
      { externalId: "A", attributes: { breed: "Pug", size: null } },
      '"7"',
    ]);
    expect(titlesOf(notices)).toContain("Put back animal 7");
    expect(notices().map(({ description }) => description)).toContain("gone, old");
  });

  it.each([[{ externalId: "C" }], [{ attributes: { breed: "Beagle" } }]])("refuses what is %j since", async (now) => {
    const asked = fakeService(service(now));
    await expect(undoProfile(event)).rejects.toMatchObject({ code: "conflict" });
    expect(asked.map(({ line }) => line)).not.toContain("PATCH /v1/pets/7/profile");
  });

  it("is offered, and a deleted profile says how it comes back", () => {
    const gone = { ...event, action: "profile.delete", after: null } as const;
    expect([event, gone].map(hasOwnUndo)).toEqual([true, false]);
    expect(textOf(<EventDetails id="details" event={gone} names={{ nameOf }} isAll={false} />)).toContain(
      "It comes back with its animal",
    );
  });
});

describe("the undo of events", () => {
  const changes =
    (...left: readonly object[]) =>
    () => ({ body: { changed: 1, left } });
  const start = async (handlers: Parameters<typeof fakeService>[0]) => {
    const notices = shownNotices();
    const asked = fakeService(handlers);
    const hook = await runHook(useEventUndo);
    return { undo: () => hook.now(), notices, asked };
  };

  it("makes its rows busy, puts back, asks for the lists again, and can be undone itself", async () => {
    const refresh = watchRefresh();
    const answer = Promise.withResolvers<void>();
    const { undo, notices, asked } = await start({ "POST /v1/pets/changes": () => answer.promise.then(changes()) });
    undo().undoOne(eventOf());
    await until(() => undo().busyIds.has(1));
    answer.resolve();
    await until(() => undo().busyIds.size === 0);
    expect([titlesOf(notices), refresh()]).toEqual([["Put back Luna"], 1]);
    undoLast();
    await until(() => asked.length === 2);
    expect(asked.map(({ body }) => body)).toEqual([
      [{ id: 7, from: { ...fields, status: "sold" }, to: fields }],
      [{ id: 7, from: fields, to: { ...fields, status: "sold" } }],
    ]);
  });

  it.each<readonly [string, Partial<AuditEvent>]>([
    ["Deleted Luna", { action: "pet.create", before: null, after: luna }],
    ["Brought back Luna", { action: "pet.delete", after: null }],
    ["Put back Luna", {}],
  ])("is announced as: %s", async (title, given) => {
    const { undo, notices } = await start({ "POST /v1/pets/changes": changes() });
    undo().undoOne(eventOf(given));
    await until(() => titlesOf(notices).length > 0);
    expect(titlesOf(notices)).toEqual([title]);
  });

  it("announces nothing of what has changed since, and lets a person decide", async () => {
    const conflict = { id: 7, reason: "changed", now: fields };
    const { undo, notices } = await start({ "POST /v1/pets/changes": changes(conflict) });
    undo().undoOne(eventOf());
    await until(() => openConflicts.get().length === 1 && undo().busyIds.size === 0);
    expect(titlesOf(notices)).toEqual([]);
  });

  it("frees the rows after a failure, and offers to try again", async () => {
    const { answer, release } = held(() => refusal(500, "internal_error"));
    const { undo, notices } = await start({ "POST /v1/pets/changes": inTurn(answer, changes()) });
    undo().undoOne(eventOf());
    await until(() => undo().busyIds.has(1));
    release();
    await until(() => undo().busyIds.size === 0);
    expect(titlesOf(notices)).toEqual(["That did not work"]);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Put back Luna"));
  });

  it("says that changes which undo each other leave nothing to do", async () => {
    const { undo, notices, asked } = await start({ "POST /v1/pets/changes": changes() });
    const back = eventOf({ id: 2, before: { ...luna, status: "sold" }, after: luna });
    undo().undoAll([eventOf(), back]);
    await until(() => titlesOf(notices).includes("These changes undo each other already"));
    expect(asked).toEqual([]);
  });

  it("takes of an animal of now what an old event lacks", async () => {
    const { name, categoryId } = luna;
    const old = eventOf({ before: { id: 7, name, categoryId }, after: { id: 7, name: "Lola", categoryId } });
    const { undo, asked } = await start({
      "GET /v1/pets": () => ({ body: [{ ...luna, status: "pending" } as Pet] }),
      "POST /v1/pets/changes": changes(),
    });
    undo().undoOne(old);
    await until(() => asked.length === 2);
    expect((asked[1]?.body as readonly FullPetChange[] | undefined)?.[0]?.to).toEqual({ ...fields, status: "pending" });
  });

  it("of a category is told, and cannot be undone by the keys", async () => {
    const { undo, notices } = await start({
      "GET /v1/categories/4": () => ({ body: { id: 4, name: "Dogs" }, headers: { etag: '"7"' } }),
      "PATCH /v1/categories/4": () => ({ body: { id: 4, name: "Dgos" } }),
    });
    undo().undoOne(renamed);
    await until(() => titlesOf(notices).includes("Put back Dgos"));
    undoLast();
    expect(titlesOf(notices)[0]).toBe("This has no undo: Put back Dgos");
  });
});
