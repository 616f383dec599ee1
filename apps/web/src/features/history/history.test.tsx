import type { AuditEvent, Pet } from "@petstore/contract/client";
import { afterEach, describe, expect, it } from "vitest";
import { actionOf, eventOf, luna } from "../../../test/support/examples";
import { actAs, fakeService, held, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../test/support/hook";
import { linksOf, markupOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { jobOf } from "../../../test/support/undos";
import { openConflicts } from "../../lib/pets/conflicts";
import { type Viewer, whyNoUndo } from "../../lib/history/event-undo";
import { undoEditOf } from "../../lib/history/past-edits";
import { undoLast } from "../../lib/history/undo";
import { byDay, dayTitle } from "./days";
import { EventDetails } from "./event-details";
import { EventRow } from "./event-row";
import { filterParts } from "./filter-form";
import { HistoryFilters, useHistoryFilters } from "./history-filters";
import type { HistorySearch } from "./search";
import { SelectionBar } from "./selection-bar";
import { useEventUndo } from "./use-event-undo";

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
  it("are called today and yesterday, and older ones by their date", () => {
    const now = new Date(2026, 10, 22, 0, 30).getTime();
    const title = (day: number, hour: number) => dayTitle(new Date(2026, 10, day, hour).toISOString(), now);
    expect([title(22, 0), title(21, 23), title(21, 0)]).toEqual(["Today", "Yesterday", "Yesterday"]);
    expect(title(20, 23)).toMatch(/^Friday,? 20 November 2026$/);
  });

  it.each([
    ["after the night of 23 hours", new Date(2026, 2, 9, 0, 30), [2, 8], [2, 7]],
    ["at the end of the day of 25 hours", new Date(2026, 10, 1, 23, 30), [9, 31], [9, 30]],
    ["on the day of 25 hours in Auckland", new Date(2026, 3, 5, 23, 30), [3, 4], [3, 3]],
  ] as const)("call one day yesterday %s", (_when, at, yesterday, before) => {
    const title = ([month, day]: readonly [number, number], hour: number) =>
      dayTitle(new Date(2026, month, day, hour).toISOString(), at.getTime());
    expect([title(yesterday, 0), title(yesterday, 23)]).toEqual(["Yesterday", "Yesterday"]);
    expect(title(before, 23)).not.toBe("Yesterday");
  });

  it("hold the events of the local day in the order of the list", () => {
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
  const details = (event: AuditEvent, isAll = false, whyNoUndo?: string) => (
    <EventDetails id="details" event={event} whyNoUndo={whyNoUndo} names={{ nameOf }} isAll={isAll} />
  );

  it.each<readonly [string, Partial<AuditEvent>, string | undefined, string | undefined]>([
    ["an animal's change", {}, undefined, undefined],
    ["a new animal", { action: "pet.create", before: null, after: luna }, "It did not exist yet.", undefined],
    ["a deleted animal", { action: "pet.delete", after: null }, "It no longer exists.", undefined],
    ["an order's own change", { orderId: 9 }, "Order 9 made this change, and orders only go forward.", undefined],
    ["a merge", { action: "category.merge", subject: category }, "A merge cannot be undone", "merged"],
    ["an old change", {}, "more than 30 days ago", "expired"],
    ["an order", { action: "order.update", subject: { kind: "order", id: 9 } }, "Orders only go forward", "order"],
    ["a category's new name", renamed, undefined, undefined],
    ["an account", { action: "account.disable", subject: { kind: "account", id: 3 } }, undefined, undefined],
  ])("the details of %s give the reason if the event cannot be undone", (_name, given, why, reason) => {
    const text = textOf(details(eventOf(given), false, reason));
    expect(why === undefined ? !/undo|exist|forward/.test(text) : text.includes(why)).toBe(true);
  });

  it("mark the fields that differ, and none if there is only one side", () => {
    expect(textOf(details(eventOf())).match(/differs/g)).toHaveLength(1);
    expect(textOf(details(eventOf({ before: null })))).not.toContain("differs");
  });

  it("link to an animal that was not deleted, and to all changes of the subject", () => {
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
  const row = (given: { readonly canUndo?: boolean; readonly isBusy?: boolean }) => (
    <EventRow
      event={eventOf()}
      ownId={3}
      names={{ nameOf }}
      isOpen={false}
      isSelected={false}
      isBusy={false}
      isAll={false}
      canUndo
      whyNoUndo={undefined}
      onSelect={() => undefined}
      onUndo={() => undefined}
      onToggle={() => undefined}
      {...given}
    />
  );

  it("offers Undo only if it is possible, and is marked busy while an undo runs", () => {
    const seen = (html: string) => [html.includes("checkbox"), html.includes("Undo: Luna"), html.includes("aria-busy")];
    expect(seen(markupOf(row({})))).toEqual([true, true, false]);
    expect(seen(markupOf(row({ canUndo: false })))).toEqual([false, false, false]);
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

  it("counts the selected changes, and offers Undo if there are any", () => {
    expect(textOf(bar(0))).toBe("5 changes on this page");
    expect(textOf(bar(2))).toBe("2 changes selected Undo 2 changes Clear selection");
  });

  it("says how many of the selected changes are not on the page", () => {
    expect(textOf(bar(5, 3, 2))).toBe("5 changes selected · 3 not on this page Undo 5 changes Clear selection");
  });

  it("has a box that is checked once all changes are selected, and none if nothing can be undone", () => {
    const box = (html: string) => [/checked=/.test(html), /disabled=/.test(html)];
    expect([box(markupOf(bar(3))), box(markupOf(bar(2))), box(markupOf(bar(0, 0)))]).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });
});

describe("the filters of the history", () => {
  const filters = (role: "clerk" | "manager", search: HistorySearch) => {
    actAs(role);
    const given = { search, filters: [], onChange: () => undefined, onClear: () => undefined };
    return textOf(<HistoryFilters {...given} />);
  };
  const form = (name: "what" | "action", search: HistorySearch) => {
    const Part = filterParts[name];
    return textOf(<Part search={search} onChange={() => undefined} />);
  };
  const filtersOf = async (search: HistorySearch, onChange = (_change: HistorySearch) => {}) => {
    actAs("clerk");
    fakeService({ "GET /v1/history/actors": () => ({ body: [] }) });
    return (await runHook(() => useHistoryFilters(search, onChange))).now();
  };

  it("offer keys and accounts only to managers", () => {
    expect(filters("manager", {})).toContain("Keys and accounts too");
    expect(filters("clerk", {})).not.toContain("Keys and accounts too");
  });

  it("offer only the kinds and actions that the page can show", () => {
    expect(form("action", {})).not.toContain("Key made");
    expect(form("action", { all: true })).toContain("Key made");
    const ofOrders = form("action", { subject: "order:7" });
    expect([ofOrders.includes("Order changed"), ofOrders.includes("Animal changed")]).toEqual([true, false]);
    expect(form("what", { subject: "order:7" })).toContain("Number");
    expect(form("what", { subject: "catalogue" })).not.toContain("Number");
  });

  it("can be cleared, and name the number on Today from which the person came", () => {
    expect([filters("clerk", {}), filters("clerk", { cursor: "c" })].join()).not.toContain("Clear filters");
    expect(filters("clerk", { counted: "sold" })).toContain("Clear filters");
  });

  it("each say in words what they are set to, and how to remove them", async () => {
    const set = {
      actor: "system",
      subject: "pet:5",
      action: "pet.update",
      createdFrom: new Date(2026, 10, 3).toISOString(),
      counted: "sold",
    } as const;
    const filters = await filtersOf(set);
    expect(filters.map(({ words }) => words)).toEqual([
      "Who: The service",
      "What: Animals 5",
      "Action: Animal changed",
      expect.stringMatching(/^Days: from 3 Nov/),
      "Sales that Today counts",
    ]);
    const removed: HistorySearch[] = [];
    for (const { onRemove } of await filtersOf(set, (change) => removed.push(change))) onRemove();
    expect(Object.keys(Object.assign({}, ...removed)).toSorted()).toEqual(
      [...Object.keys(set), "createdTo"].toSorted(),
    );
    expect((await filtersOf({})).every(({ words }) => words === undefined)).toBe(true);
  });
});

describe("the undo of events", () => {
  const start = async (handlers: Parameters<typeof fakeService>[0]) => {
    const notices = shownNotices();
    const asked = fakeService(handlers);
    const hook = await runHook(useEventUndo);
    return { undo: () => hook.now(), notices, asked };
  };
  const ofAction = (given: Partial<AuditEvent> = {}) => eventOf({ actionId: "1-1", ...given });
  const line = "POST /v1/actions/1-1/undo";
  const done = (fields: Parameters<typeof jobOf>[0] = {}, id = "1-1") => ({
    status: 202,
    body: actionOf({ id, status: "undone", job: jobOf(fields) }),
  });

  it("marks the rows busy, refreshes the lists, and can itself be undone", async () => {
    const refresh = watchRefresh();
    const { answer, release } = held(() => done());
    const { undo, notices, asked } = await start({
      [line]: answer,
      "POST /v1/actions/2-2/undo": () => done({ actionId: "3-3" }, "2-2"),
    });
    undo().undoOne(ofAction());
    await until(() => undo().busyIds.has(1));
    release();
    await until(() => undo().busyIds.size === 0);
    expect([titlesOf(notices), refresh()]).toEqual([["Put back Luna"], 1]);
    undoLast();
    await until(() => titlesOf(notices).includes("Put back 1 change"));
    expect(asked.map((one) => one.line)).toEqual([line, "POST /v1/actions/2-2/undo"]);
  });

  it("restores only the chosen subjects, and undoes the changes of each subject once", async () => {
    const { undo, asked } = await start({ [line]: () => done() });
    undo().undoAll([ofAction(), ofAction({ id: 2 }), ofAction({ id: 3, subject: { kind: "pet", id: 8 } })]);
    await until(() => asked.length === 2);
    expect(asked.map(({ query }) => query.get("subject"))).toEqual(["pet:8", "pet:7"]);
  });

  it("sends no subject for an event that is an action by itself", async () => {
    const event = eventOf();
    const id = `${Date.parse(event.at)}-1`;
    const { undo, asked } = await start({ [`POST /v1/actions/${id}/undo`]: () => done({}, id) });
    undo().undoOne(event);
    await until(() => asked.length === 1 && undo().busyIds.size === 0);
    expect(asked[0]?.query.has("subject")).toBe(false);
  });

  it.each<readonly [string, Partial<AuditEvent>]>([
    ["Deleted Luna", { action: "pet.create", before: null, after: luna }],
    ["Brought back Luna", { action: "pet.delete", before: luna, after: null }],
    ["Put back Dgos", { ...renamed, actionId: ofAction().actionId }],
  ])("says %s", async (title, given) => {
    const { undo, notices } = await start({ [line]: () => done() });
    undo().undoOne(ofAction(given));
    await until(() => titlesOf(notices).includes(title));
  });

  it("names the animals that have changed since, and offers a decision by field", async () => {
    const leftOut = [{ subject: { kind: "pet" as const, id: 7 }, name: "Lola", reason: "changed" as const }];
    const event = ofAction();
    const { undo, notices } = await start({
      [line]: () => ({ status: 202, body: actionOf({ job: jobOf({ done: 0, leftCount: 1, left: leftOut }) }) }),
      "GET /v1/history": () => ({ body: [event] }),
      "GET /v1/pets": () => ({ body: [{ ...luna, name: "Lola" } as Pet] }),
    });
    undo().undoOne(event);
    await until(() => titlesOf(notices).includes("1 animal was left as it is"));
    expect(titlesOf(notices)).toEqual(["1 animal was left as it is"]);
    expect(notices()[0]).toMatchObject({ description: "Lola: changed since", label: "Decide field by field" });
    notices()[0]?.press();
    await until(() => openConflicts.get().length === 1);
    const [conflict] = openConflicts.get();
    expect(conflict).toMatchObject({ reason: "changed", now: { name: "Lola" }, edit: { id: 7 } });
    expect(conflict?.edit.to).toEqual(undoEditOf(event)?.to);
  });

  it("enables the rows after a failure, and offers a retry", async () => {
    const { answer, release } = held(() => refusal(500, "internal_error"));
    const { undo, notices } = await start({ [line]: inTurn(answer, () => done()) });
    undo().undoOne(ofAction());
    await until(() => undo().busyIds.has(1));
    release();
    await until(() => undo().busyIds.size === 0);
    expect(titlesOf(notices)).toEqual(["That did not work"]);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Put back Luna"));
  });
});

describe("whether an event can be undone", () => {
  const at = new Date().toISOString();
  const mine = { id: 3, isManager: false };
  const manager = { id: 9, isManager: true };
  const attribute = { action: "attribute.update", subject: { kind: "attribute", id: 4 } } as const;

  it.each<readonly [string, Partial<AuditEvent>, Viewer, string | undefined]>([
    ["one's own", {}, mine, undefined],
    ["somebody else's, to a clerk", {}, { id: 9, isManager: false }, "not_yours"],
    ["somebody else's, to a manager", {}, manager, undefined],
    ["old", { at: "2026-01-01T10:00:00.000Z" }, manager, "expired"],
    ["of a field, to a clerk", attribute, mine, "scope"],
    ["of a field, to a manager", attribute, manager, undefined],
    ["a merge", { action: "category.merge" }, manager, "merged"],
    ["of an account", { action: "account.disable", subject: { kind: "account", id: 3 } }, manager, "other"],
  ])("%s", (_what, given, viewer, reason) => {
    expect(whyNoUndo(eventOf({ at, ...given }), viewer)).toBe(reason);
  });

  it("follows what the service says about the action of the event", () => {
    const undo = { isPossible: false, reason: "undone", until: at } as const;
    expect(whyNoUndo(eventOf({ at }), manager, actionOf({ undo }))).toBe("undone");
  });
});
