import type { AuditEvent } from "@petstore/contract/client";
import { describe, expect, it, vi } from "vitest";
import { draw, pageAt } from "../../../test/support/draw";
import { actionOf, eventOf } from "../../../test/support/examples";
import { actAs, fakeService, held, refusal, userOf } from "../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../test/support/hook";
import { linksOf, markupOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { withAddress } from "../../components/actor-address";
import { Data } from "../../components/data";
import type { NativeSelect } from "../../components/native-select";
import { Hint } from "../../components/hint";
import { SearchablePicker } from "../../components/searchable-picker";
import { Switch } from "../../components/switch";
import { categoriesQuery } from "../../lib/pets/categories";
import { queryClient } from "../../lib/service/query-client";
import { ActorPicker } from "./actor-picker";
import { EventDetails } from "./event-details";
import { EventList } from "./event-list";
import { EventRow } from "./event-row";
import { filterParts } from "./filter-form";
import { HistoryFilters } from "./history-filters";
import { HistoryPage } from "./history-page";
import { actorsQuery, historyQuery } from "./queries";
import { type HistorySearch, parseHistorySearch } from "./search";
import { SelectionBar } from "./selection-bar";
import { useEventUndo } from "./use-event-undo";

const ignore = () => undefined;

type Labelled = { readonly children: (id: string) => React.ReactElement };
const labelledIn = (all: readonly Labelled[]) =>
  all.map(({ children }) => children("id") as React.ReactElement<object>);

/** A change can be undone for some days. */
const at = new Date().toISOString();

const open = async (address: string, role: "clerk" | "manager", search: HistorySearch) => {
  actAs(role);
  fakeService({
    "GET /v1/history": () => ({ body: [eventOf()] }),
    "GET /v1/actions": () => ({ body: [] }),
    "GET /v1/audit-events": () => ({ body: [eventOf()] }),
    "GET /v1/categories": () => ({ body: [] }),
    "POST /v1/pets/changes": () => ({ body: { changed: 1, left: [] } }),
  });
  queryClient.setQueryData(historyQuery(search).queryKey, {
    rows: [{ event: eventOf({ at }) }, { event: eventOf({ id: 2, at }) }],
    cursors: {},
  });
  const page = await pageAt(address, parseHistorySearch);
  return { page: await draw(HistoryPage, {}, page), asked: page.asked };
};

describe("the page of the history", () => {
  it("returns to the first page with other filters, and still shows all kinds after Clear", async () => {
    const search = { all: true, cursor: "c", actor: "key:1" } as const;
    const { page, asked } = await open("/history?all=true&cursor=c&actor=key:1", "manager", search);
    page.get(HistoryFilters).onChange({ actor: "key:2" });
    page.get(HistoryFilters).onClear();
    expect(asked).toEqual(["/history?all=true&actor=key%3A2", "/history?all=true"]);
  });

  it("shows a clerk only the catalogue's events if a manager's link asks for all kinds", async () => {
    const given = { all: true, subject: "api_key:5", actor: "key:1" } as const;
    const searchOf = async (role: "clerk" | "manager") =>
      (await open("/history?all=true&subject=api_key:5&actor=key:1", role, given)).page.get(HistoryFilters).search;
    expect([await searchOf("clerk"), await searchOf("manager")]).toEqual([{ actor: "key:1" }, given]);
  });

  it("clears the selection after it was undone and when the filters change", async () => {
    const { page } = await open("/history", "manager", {});
    const { type, props } = page.element("Events");
    const given: { current: object } = { current: props };
    const events = await draw(() => (type as (props: object) => React.ReactNode)(given.current), {});
    const selected = () => events.get(SelectionBar).selected;
    const selectAll = async () => {
      events.get(SelectionBar).onSelectAll(true);
      await until(() => selected() === 2);
    };
    await selectAll();
    given.current = { ...props, search: { all: true } };
    events.rerender();
    await until(() => selected() === 0);
    await selectAll();
    events.get(SelectionBar).onUndo();
    await until(() => selected() === 0);
  });
});

describe("the filters of the history", () => {
  const bar = async (search: HistorySearch, role: "clerk" | "manager" = "manager") => {
    actAs(role);
    fakeService({});
    const onChange = vi.fn<(change: object) => void>();
    return { bar: await draw(HistoryFilters, { search, filters: [], onChange, onClear: ignore }), onChange };
  };
  const partWhat = async (search: HistorySearch) => {
    const onChange = vi.fn<(change: object) => void>();
    return { what: await draw(filterParts.what, { search, onChange }), onChange };
  };

  it("drop the chosen action and count when another kind is chosen", async () => {
    const { what, onChange } = await partWhat({ subject: "pet:5", action: "pet.update", counted: "sold" });
    const [select] = labelledIn(what.every("Labelled"));
    const { onValueChange }: Parameters<typeof NativeSelect>[0] = { options: [], ...select?.props };
    onValueChange?.("order");
    expect(onChange.mock.calls).toStrictEqual([[{ subject: "order", action: undefined, counted: undefined }]]);
  });

  it("offer all kinds only to managers, and drop kind and action when this is switched off", async () => {
    const { bar: filters, onChange } = await bar({ subject: "api_key:5", action: "api_key.create", all: true });
    filters.get(Switch).onChange(false);
    expect(onChange.mock.calls).toStrictEqual([[{ all: undefined, subject: undefined, action: undefined }]]);
    expect((await bar({}, "clerk")).bar.has(Switch)).toBe(false);
  });

  it("show a new number after the address has changed", async () => {
    const { what } = await partWhat({ subject: "pet:5" });
    const given = { id: "n", kind: "pet", number: "5", onChange: ignore };
    const [, number] = labelledIn(what.every("Labelled"));
    const NumberInput = number?.type as (props: object) => React.ReactNode;
    const input = await draw(() => NumberInput(given), {});
    const text = () => input.get<{ value: string }>("input").value;
    expect([text(), number?.key]).toEqual(["5", "pet"]);
    given.number = "6";
    input.rerender();
    await until(() => text() === "6");
  });

  it("load the people only when their list is opened", async () => {
    actAs("manager");
    const asked = fakeService({ "GET /v1/history/actors": () => ({ body: [] }) });
    const onChange = vi.fn<() => void>();
    const picker = await draw(ActorPicker, { id: "who", value: "account:7", onChange });
    expect(asked).toEqual([]);
    picker.get(SearchablePicker).onOpenChange(true);
    await until(() => asked.length === 1);
    picker.get(SearchablePicker).onPick({ key: "", label: "", isData: false });
    expect(onChange.mock.calls).toEqual([[undefined]]);
  });

  it("search for the typed name, and allow browsers to translate only the fixed choices", async () => {
    actAs("manager");
    const max = { kind: "account", id: 8, name: "Max" };
    const asked = fakeService({ "GET /v1/history/actors": () => ({ body: [max] }) });
    queryClient.removeQueries({ queryKey: actorsQuery({}).queryKey });
    const picker = await draw(ActorPicker, { id: "who", value: undefined, onChange: ignore });
    picker.get(SearchablePicker).onOpenChange(true);
    await until(() => asked.length === 1);
    picker.get(SearchablePicker).onTextChange(" Ma ");
    await until(() => asked.length === 2);
    expect(asked.map(({ query }) => query.get("q"))).toEqual([null, "Ma"]);
    await until(() => picker.get(SearchablePicker).choices.length === 1);
    picker.get(SearchablePicker).onTextChange("");
    await until(() => picker.get(SearchablePicker).choices.length === 4);
    expect(picker.get(SearchablePicker).choices.map(({ isData }) => isData)).toEqual([false, false, false, true]);
  });
});

/** A list without a selection and without an undo in progress. */
const untouched = {
  selected: new Map(),
  busyIds: new Set<number>(),
  isAll: false,
  petNameOf: ignore,
  onSelect: ignore,
  onUndo: ignore,
};

describe("the rows of the history", () => {
  it("open independently of one another", async () => {
    fakeService({ "GET /v1/categories": () => ({ body: [] }) });
    const given = { ...untouched, rows: [{ event: eventOf() }, { event: eventOf({ id: 2 }) }] };
    actAs("clerk");
    const list = await draw(EventList, given);
    const openIds = () =>
      list
        .every(EventRow)
        .filter(({ isOpen }) => isOpen)
        .map(({ event }) => event.id);
    const toggle = (at: number) => {
      const row = list.every(EventRow)[at];
      row?.onToggle(row.event);
    };
    toggle(0);
    await until(() => openIds().length === 1);
    toggle(1);
    await until(() => openIds().length === 2);
    toggle(0);
    await until(() => openIds().length === 1);
    expect(openIds()).toEqual([2]);
  });

  it("link from a key to its whole audit trail", () => {
    const key = eventOf({ action: "api_key.create", subject: { kind: "api_key", id: 5 }, before: null });
    expect(
      linksOf(<EventDetails id="d" event={key} whyNoUndo="other" names={{ nameOf: String }} isAll />).at(-1),
    ).toContain("all=true");
  });
});

describe("the name of who did it", () => {
  const look = (role: "clerk" | "manager" | "owner", actor: AuditEvent["actor"], id = 7) => {
    actAs(role, { id });
    fakeService({});
    queryClient.setQueryData(categoriesQuery.queryKey, []);
    const action = actionOf({ event: eventOf({ actor }) });
    const html = markupOf(
      <EventList {...untouched} rows={[{ event: eventOf({ actor }) }, { event: action.event, action }]} />,
    );
    return html.match(/<button[^>]*><span translate="no">Mara/g)?.length ?? 0;
  };
  const mara = { kind: "account", id: 3, name: "Mara" } as const;

  it("shows more only to owners, who may see accounts", () => {
    expect((["clerk", "manager", "owner"] as const).map((role) => look(role, mara))).toEqual([0, 0, 2]);
    expect([look("owner", { ...mara, kind: "key" }), look("owner", mara, 3)]).toEqual([0, 0]);
  });

  it("loads the e-mail address only when it is shown", async () => {
    actAs("owner");
    const asked = fakeService({ "GET /auth/admin/get-user": () => ({ body: userOf("clerk", { id: 3 }) }) });
    const name = await (await draw(() => withAddress(mara, "Mara"), {})).part("WithAddress");
    expect([name.get(Hint).children, asked.length]).toEqual(["Mara", 0]);
    const address = await name.part("Address");
    await until(() => address.has(Data));
    expect([address.get(Data).children, asked[0]?.query.get("id")]).toEqual(["mara@store.example", "3"]);
  });
});

describe("an undo in the history", () => {
  it("enables the row again and refreshes the lists, even after a failure", async () => {
    const refresh = watchRefresh();
    const notices = shownNotices();
    const { answer, release } = held(() => refusal(400, "invalid_request"));
    fakeService({ "POST /v1/actions/1-1/undo": answer });
    const hook = await runHook(useEventUndo);
    hook.now().undoOne(eventOf({ actionId: "1-1" }));
    await until(() => hook.now().busyIds.size === 1);
    release();
    await until(() => hook.now().busyIds.size === 0);
    expect([refresh(), titlesOf(notices).length]).toEqual([1, 1]);
  });
});
