import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { petOf } from "../../../../test/support/examples";
import { draw } from "../../../../test/support/draw";
import { actAs, fakeService, held, inTurn, refusal } from "../../../../test/support/fake-service";
import { runHook, settled, until } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { Button, IconButton } from "../../../components/button";
import { Checkbox } from "../../../components/checkbox";
import { ContractForm } from "../../../components/contract-form";
import { DidYouMean } from "../../../components/found";
import { FilterBar } from "../../../components/filters/filter-bar";
import { NoMatch, Removal } from "../../../components/filters/no-match";
import { MenuItem } from "../../../components/menu-parts";
import { InlineError } from "../../../components/states";
import { Switch } from "../../../components/switch";
import ManageViewsDialog from "../../../components/views/manage-views-dialog";
import SaveViewDialog from "../../../components/views/save-view-dialog";
import { ViewsMenu } from "../../../components/views/views-menu";
import { queryClient } from "../../../lib/service/query-client";
import { viewsQuery } from "../../../lib/views/views";
import { t } from "../../../texts";
import { savedViews } from "../../../texts/saved-views";
import { petPageQuery } from "../queries";
import { petViews } from "../search";
import { Corrected } from "./corrected";
import { ExportMenu } from "./export-menu";
import { PetFilterBar } from "./pet-filter-bar";
import type { FilterWords } from "./list-words";
import { FilterRemoval, NoPets } from "./no-pets";
import { PetTable } from "./pet-table";
import { RowCheckbox } from "./row-parts";
import { usePetPage } from "./use-pet-page";

const ignore = () => undefined;
const view = (name: string, isOwn = true, isShared = false) =>
  ({
    page: "pets",
    name,
    isOwn,
    isShared,
    query: { status: "sold", sort: "name" },
    owner: { id: 7, name: "Mara" },
    updatedAt: "",
  }) as never;
const pet = (id: number) => petOf({ id, name: `Pet ${id}` });
const names = savedViews;

afterEach(() => vi.unstubAllGlobals());

describe("the export", () => {
  const start = async (respond: (signal: AbortSignal, url: string) => Promise<Response>) => {
    fakeService({});
    const key = globalThis.fetch;
    globalThis.fetch = (url, init) =>
      (url as string).startsWith("/v1/pets/export")
        ? respond(init?.signal as AbortSignal, url as string)
        : key(url, init);
    vi.stubGlobal(
      "URL",
      Object.assign(class extends URL {}, { createObjectURL: () => "blob:x", revokeObjectURL: ignore }),
    );
    const notices = shownNotices();
    const menu = await draw(ExportMenu, { order: {} });
    Object.assign(document, { createElement: () => ({ click: ignore }) });
    return { menu, notices };
  };
  const untilAborted = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

  it("counts animals without the header line, and can be repeated", async () => {
    const { menu, notices } = await start(async () => new Response("id,name\n1,Luna\n2,Max\n"));
    menu.every(MenuItem)[1]?.onSelect();
    await until(() => titlesOf(notices).length === 1);
    expect(titlesOf(notices)).toEqual([t.pets.export.done(2)]);
    await until(() => menu.has(MenuItem));
  });

  it("makes a workbook, CSV for spreadsheets and exact CSV, each with an item of the menu", async () => {
    const asked: string[] = [];
    const { menu, notices } = await start(async (_signal, url) => {
      asked.push(url);
      return new Response("id,name\n");
    });
    type Label = React.ReactElement<{ readonly children: readonly unknown[] }>;
    const labels = menu.every(MenuItem).map(({ children }) => (children as Label).props.children[0]);
    const { workbook, spreadsheet, backup } = t.pets.export.kinds;
    expect(labels).toEqual([workbook, spreadsheet, backup]);
    for (const at of [0, 1, 2]) {
      menu.every(MenuItem)[at]?.onSelect();
      // The menu takes one export at a time.
      // oxlint-disable-next-line no-await-in-loop
      await until(() => asked.length === at + 1 && menu.has(MenuItem));
    }
    expect(asked.map((url) => url.includes("spreadsheetSafe=true"))).toEqual([false, true, false]);
    expect(titlesOf(notices)).toContain(t.pets.export.saved);
  });

  it("reports no failure if it was stopped", async () => {
    const { menu, notices } = await start(untilAborted);
    menu.every(MenuItem)[0]?.onSelect();
    await until(() => menu.has(Button));
    menu.get(Button).onClick?.(undefined as never);
    await until(() => menu.has(MenuItem));
    expect(titlesOf(notices)).toEqual([]);
  });

  it("stops when the page is left", async () => {
    const signals: AbortSignal[] = [];
    const { menu } = await start((signal) => {
      signals.push(signal);
      return untilAborted(signal);
    });
    menu.every(MenuItem)[0]?.onSelect();
    await until(() => signals.length === 1);
    menu.unmount();
    await until(() => signals[0]?.aborted === true);
  });
});

describe("the dialog of saved views", () => {
  const open = async (role: "clerk" | "manager", handler = () => ({ body: {} }) as object) => {
    actAs(role);
    const asked = fakeService({ "PUT /v1/views/Mine": handler, "GET /v1/views": () => ({ body: [] }) });
    const views = [view("Mine", true, true), view("Theirs", false, true)];
    const dialog = await draw(ManageViewsDialog, { views, list: { now: { q: "Rex" } }, onClose: ignore });
    const press = (label: string) => dialog.get(IconButton, { label }).onClick?.(undefined as never);
    return { dialog, asked, press };
  };

  it("offers changes only of the person's own views, and sharing only to managers", async () => {
    const labelsFor = async (role: "clerk" | "manager") =>
      (await open(role)).dialog.every(IconButton).map(({ label }) => label);
    const own = [names.rename("Mine"), names.replace("Mine"), names.delete("Mine")];
    expect(await labelsFor("clerk")).toEqual(own);
    expect(await labelsFor("manager")).toEqual([names.sharing("Mine"), ...own]);
  });

  it("changes the filters and the sharing of a view separately", async () => {
    const { asked, press } = await open("manager");
    press(names.replace("Mine"));
    await until(() => asked.some(({ line }) => line.startsWith("PUT")));
    press(names.sharing("Mine"));
    await until(() => asked.filter(({ line }) => line.startsWith("PUT")).length === 2);
    expect(asked.filter(({ line }) => line.startsWith("PUT")).map(({ body }) => body)).toEqual([
      { page: "pets", query: { q: "Rex" }, isShared: true },
      { page: "pets", query: { status: "sold", sort: "name" }, isShared: false },
    ]);
  });

  it("shows an error if a view could not be changed", async () => {
    const { dialog, press } = await open("manager", () => refusal(409, "conflict"));
    press(names.replace("Mine"));
    await until(() => dialog.has(InlineError));
  });
});

describe("the dialog that saves a view", () => {
  it("shares the view only if the person chose that", async () => {
    actAs("manager");
    const asked = fakeService({ "PUT /v1/views/Mine": () => ({ body: {} }), "GET /v1/views": () => ({ body: [] }) });
    const dialog = await draw(SaveViewDialog, { views: [], list: { page: "pets", now: {} }, onClose: ignore });
    dialog.get(ContractForm).onSubmit({ name: "Mine" });
    await until(() => asked.length > 0);
    expect(asked[0]?.body).toEqual({ page: "pets", query: {}, isShared: false });
  });

  it("offers sharing to managers, and not to clerks", async () => {
    const canShareAs = async (role: "manager" | "clerk") => {
      actAs(role);
      return (await draw(SaveViewDialog, { views: [], list: { page: "pets", now: {} }, onClose: ignore })).has(Switch);
    };
    expect([await canShareAs("manager"), await canShareAs("clerk")]).toEqual([true, false]);
  });
});

describe("the menu of views", () => {
  const open = async (search: object) => {
    queryClient.setQueryData(viewsQuery("pets").queryKey, [view("Mine"), view("Theirs", false)]);
    const onShow = vi.fn<(order: object) => void>();
    return { menu: await draw(ViewsMenu, { list: petViews(search, onShow) }), onShow };
  };

  it("has the name of the view that the list shows, in any order of filters", async () => {
    type Trigger = {
      readonly renderTrigger: (props: object) => React.ReactElement<{ readonly children: readonly unknown[] }>;
    };
    const nameFor = async (search: object) => {
      const { menu } = await open(search);
      const [label] = menu.get<Trigger>("Menu").renderTrigger({}).props.children;
      return typeof label === "string" ? label : (label as React.ReactElement<{ children: string }>).props.children;
    };
    expect([await nameFor({ sort: "name", status: "sold", open: 7 }), await nameFor({ status: "sold" })]).toEqual([
      "Mine",
      names.menu,
    ]);
  });

  it("shows all animals without filters, or a view with its own filters", async () => {
    const { menu, onShow } = await open({ sort: "-id" });
    menu.every(MenuItem)[0]?.onSelect();
    menu.every(MenuItem)[1]?.onSelect();
    expect(onShow.mock.calls).toEqual([[{}], [{ status: "sold", sort: "name" }]]);
  });

  it("says if the views could not be loaded, and shows nothing while they load", async () => {
    fakeService({ "GET /v1/views": () => refusal(400, "invalid_request") });
    const menu = await draw(ViewsMenu, { list: petViews({}, ignore) });
    const has = () => menu.has<{ children: string }>("p", { children: names.missing });
    expect(has()).toBe(false);
    await until(has);
  });

  it("opens a dialog only on request, and can close it again", async () => {
    const { menu } = await open({});
    type Dialog = { readonly onClose?: () => void };
    const dialog = () => menu.every<Dialog>("*").find(({ onClose }) => onClose);
    expect(dialog()).toBeUndefined();
    menu.get(MenuItem, { children: names.save }).onSelect();
    await until(() => dialog() !== undefined);
    dialog()?.onClose?.();
    await until(() => dialog() === undefined);
  });
});

describe("clearing the filters", () => {
  it("keeps the order, from the bar and from an empty list", async () => {
    fakeService({ "GET /v1/categories": () => ({ body: [] }) });
    const show = vi.fn<(order: object) => void>();
    const given = { search: { q: "Rex", sort: "-id" }, actions: { show } } as never;
    const bar = await draw(PetFilterBar, { ...(given as object), onLeaveSearch: ignore } as never);
    bar.get(FilterBar).onClear?.();
    const none = await (await draw(NoPets, given)).part("NoPetMatches");
    expect(none.get(NoMatch).filters.map(({ words }) => words)).toEqual(["“Rex”"]);
    none.get(NoMatch).onClear();
    expect(show.mock.calls).toEqual([[{ sort: "-id" }], [{ sort: "-id" }]]);
  });
});

describe("a search without a match", () => {
  it("says how many animals match without each filter, and removes the chosen one", async () => {
    const asked = fakeService({
      "GET /v1/categories": () => ({ body: [] }),
      "GET /v1/pets": ({ query }) => ({
        body: [],
        headers: { "total-count": query.has("q") ? (query.has("status") ? "0" : "3") : "1200" },
      }),
    });
    const filter = vi.fn<(order: object) => void>();
    const search = { q: "rex", status: "sold", attributes: { breed: ["Collie"] } } as const;
    const none = await (await draw(NoPets, { search, actions: { filter } as never })).part("NoPetMatches");
    const all = (await none.part("NoMatch")).every<FilterWords>("FilterRemoval");
    const [byStatus, byText, byBreed] = await Promise.all(all.map((given) => draw(FilterRemoval, given as never)));
    await until(() => byStatus?.has(Removal) === true && byText?.has(Removal) === true);
    expect([byStatus?.get(Removal).text, byText?.get(Removal).text, byBreed?.has(Removal)]).toEqual([
      "Without Sold: 3 animals",
      "Without “rex”: 1,200 animals",
      false,
    ]);
    for (const one of [byStatus, byText]) one?.get(Removal).onRemove();
    expect(filter.mock.calls).toEqual([[{ status: undefined }], [{ q: undefined }]]);
    expect(asked.filter(({ line }) => line === "GET /v1/pets").map(({ query }) => String(query))).toEqual([
      "q=rex&attributes%5Bbreed%5D=Collie&limit=1",
      "status=sold&attributes%5Bbreed%5D=Collie&limit=1",
      "status=sold&q=rex&limit=1",
    ]);
  });

  it("offers the corrected text", async () => {
    fakeService({ "GET /v1/suggestions": () => ({ body: { suggestions: [], corrected: "labrador" } }) });
    const filter = vi.fn<(order: object) => void>();
    const corrected = await draw(Corrected, { search: { q: "labrdor" }, actions: { filter } as never });
    await until(() => corrected.has(DidYouMean));
    const { text, onChoose } = corrected.get(DidYouMean);
    onChoose(text);
    expect(filter.mock.calls).toEqual([[{ q: "labrador" }]]);
  });
});

describe("the page of animals", () => {
  it("prefetches the next page once somebody uses the page", async () => {
    vi.stubGlobal("addEventListener", (_: string, use: () => void) => use());
    onTestFinished(() => void vi.unstubAllGlobals());
    const { answer, release } = held(() => ({ body: [pet(3)] }));
    const asked = fakeService({ "GET /v1/pets": inTurn(() => ({ body: [pet(2)] }), answer) });
    queryClient.setQueryData(petPageQuery({}).queryKey, { rows: [pet(1)], cursors: { next: "n" } });
    const search = { now: {} };
    const hook = await runHook(() => usePetPage(search.now, { goTo: ignore } as never));
    Object.assign(document, { querySelector: (selector: string) => (selector === "h1" ? {} : null) });
    await until(() => asked.length === 1);
    expect(asked[0]?.query.get("cursor")).toBe("n");
    search.now = { status: "sold" };
    hook.rerender();
    await until(() => hook.now().query.isPlaceholderData && asked.length > 1);
    await settled();
    expect(asked.map(({ query }) => query.get("cursor"))).toEqual(["n", null]);
    release();
    await until(() => !hook.now().query.isPlaceholderData);
  });
});

describe("the row checkboxes", () => {
  it("select a range while Shift is held, and otherwise one row", async () => {
    const onSelect = vi.fn<() => void>();
    const box = await draw(RowCheckbox, { pet: pet(1), isSelected: false, onSelect });
    const click = (shiftKey: boolean) => {
      box.get(Checkbox).onClick?.({ shiftKey } as never);
      box.get(Checkbox).onCheckedChange(true);
    };
    click(true);
    click(false);
    expect(onSelect.mock.calls).toEqual([
      [1, true, true],
      [1, true, false],
    ]);
  });

  it("make the box above them checked, mixed or empty", async () => {
    const headOf = async (selected: readonly number[]) => {
      const list = {
        pets: [pet(1), pet(2)],
        nameOf: String,
        warningOf: ignore,
        columns: [],
        room: undefined,
        onMoveColumn: ignore,
        hrefOf: String,
        isSelected: (id: number) => selected.includes(id),
        rowFocus: ignore,
        isStale: false,
        onOpen: ignore,
        onSelect: ignore,
        onSelectPage: ignore,
        onStatus: ignore,
        onSort: ignore,
        sort: undefined,
      };
      const { checked, isMixed } = (await draw(PetTable, list)).get(Checkbox);
      return [checked, isMixed];
    };
    expect([await headOf([]), await headOf([1]), await headOf([1, 2])]).toEqual([
      [false, false],
      [false, true],
      [true, false],
    ]);
  });
});
