import type { Pet } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { draw, pageAt } from "../../../../test/support/draw";
import { petOf, photoOf } from "../../../../test/support/examples";
import { fakeService, type Handler, held, refusal } from "../../../../test/support/fake-service";
import { settled, until } from "../../../../test/support/hook";
import { markupOf } from "../../../../test/support/markup";
import { shownNotices } from "../../../../test/support/notices";
import { queryClient } from "../../../lib/service/query-client";
import { petPageQuery } from "../queries";
import { parsePetSearch, type PetSearch } from "../search";
import { ListBar } from "./list-bar";
import { PetCards } from "./pet-cards";
import { PetList } from "./pet-list";
import { PetTable } from "./pet-table";
import { StatusMenu } from "./status-menu";

const ignore = () => undefined;
const pet = (id: number, status: Pet["status"] = "available") => petOf({ id, name: `Pet ${id}`, status });

const open = async (search: { now: PetSearch }, handler: Handler, others: Readonly<Record<string, Handler>> = {}) => {
  const asked = fakeService({ "GET /v1/pets": handler, "GET /v1/categories": () => ({ body: [] }), ...others });
  const page = await pageAt("/animals", parsePetSearch);
  const actions = {
    openPet: ignore,
    openNew: ignore,
    goTo: ignore,
    filter: ignore,
    show: ignore,
    arrange: ignore,
    jump: ignore,
    closeDrawer: ignore,
  };
  const list = await draw(() => PetList({ search: search.now, actions }), {}, page);
  return { list, asked };
};

describe("the list of animals", () => {
  it("shows the first rows before it counts all animals", async () => {
    const { answer, release } = held(() => ({ body: [pet(1)], headers: { "total-count": "1" } }));
    const { list, asked } = await open({ now: {} }, answer);
    await until(() => asked.some(({ line }) => line === "GET /v1/pets"));
    await settled();
    expect(asked.filter(({ query }) => query.get("limit") === "1")).toEqual([]);
    release();
    await until(() => list.has(PetTable) && list.get(ListBar).total === 1);
  });

  it("shows the rows and an error if their warnings cannot be read", async () => {
    queryClient.setQueryData(petPageQuery({}).queryKey, { rows: [pet(1)], cursors: {} });
    const read = () => ({ body: [pet(1)], headers: { "total-count": "1" } });
    const { list } = await open({ now: {} }, read, { "GET /v1/notes": () => refusal(400, "invalid_request") });
    type Shown = { readonly query: { readonly error: Error | null }; readonly isInline?: boolean };
    const failures = () => list.every<Shown>("LoadError").filter(({ query }) => query.error !== null);
    await until(() => failures().length > 0);
    expect(failures().map(({ query, isInline }) => [query.error?.message, isInline])).toEqual([
      ["It is invalid_request.", true],
    ]);
    // The rows show although the warnings could not be loaded.
    expect(list.has(PetTable)).toBe(true);
  });

  it("shows each photo around its focal point, in rows and cards", () => {
    const profile = {
      externalId: null,
      attributes: {},
      photos: [photoOf({ focalPoint: { x: 0.25, y: 1 } }), photoOf({ id: 2 })],
      updatedAt: null,
    };
    const list = {
      pets: [{ ...pet(1), profile }],
      columns: [],
      nameOf: String,
      warningOf: ignore,
      hrefOf: String,
      isSelected: () => false,
      onOpen: ignore,
      onSelect: ignore,
      onSelectPage: ignore,
      onStatus: ignore,
      sort: undefined,
      onSort: ignore,
      rowFocus: ignore,
      isStale: false,
    };
    const facesIn = (html: string) => [...html.matchAll(/object-position:([^;"]*)/g)].map(([, at]) => at);
    expect(facesIn(markupOf(<PetTable {...list} room={undefined} onMoveColumn={ignore} />))).toEqual(["25% 100%"]);
    expect(facesIn(markupOf(<PetCards {...list} />))).toEqual(["25% 100%"]);
  });

  it("keeps the selection when the sort changes, and clears it when the filters change", async () => {
    const search: { now: PetSearch } = { now: {} };
    for (const one of [{}, { sort: "name" }, { status: "sold" }] as const) {
      queryClient.setQueryData(petPageQuery(one).queryKey, { rows: [pet(1), pet(2)], cursors: {} });
    }
    const { list } = await open(search, () => ({ body: [pet(1)], headers: { "total-count": "2" } }));
    await until(() => list.has(PetTable));
    const selected = () => [1, 2].filter((id) => list.get(PetTable).isSelected(id));
    list.get(PetTable).onSelect(2, true, false);
    await until(() => selected().length === 1);
    search.now = { sort: "name" };
    list.rerender();
    await until(() => list.get(ListBar).search.sort === "name");
    expect(selected()).toEqual([2]);
    search.now = { status: "sold" };
    list.rerender();
    await until(() => list.get(ListBar).search.status === "sold");
    expect(selected()).toEqual([]);
  });

  it("selects and clears the whole page, and clears the selection after a bulk change", async () => {
    shownNotices();
    queryClient.setQueryData(petPageQuery({}).queryKey, { rows: [pet(1), pet(2)], cursors: {} });
    const read = () => ({ body: [pet(1), pet(2)], headers: { "total-count": "2" } });
    const { list } = await open({ now: {} }, read, {
      "POST /v1/pets/changes": () => ({ body: { changed: 2, left: [] } }),
    });
    await until(() => list.has(PetTable));
    const selected = () => [1, 2].filter((id) => list.get(PetTable).isSelected(id)).length;
    for (const isOn of [true, false, true]) {
      list.get(PetTable).onSelectPage(isOn);
      await until(() => selected() === (isOn ? 2 : 0));
    }
    const bulk = () => list.get(ListBar).bulk;
    bulk().open({ kind: "status", status: "sold" });
    await until(() => bulk().state.phase === "ready");
    bulk().run();
    await until(() => bulk().state.phase === "closed" && selected() === 0);
  });

  it("says when more animals match a text than the service counts", async () => {
    const { list } = await open(
      { now: { q: "cat" } },
      () => ({ body: [pet(1)], headers: { "total-count": "10000" } }),
      {
        "GET /v1/suggestions": () => ({ body: { suggestions: [] } }),
      },
    );
    await until(() => list.has(ListBar) && list.get(ListBar).total === 10_000);
    const summary = await (await draw(ListBar, list.get(ListBar))).part("Summary");
    expect(summary.every<{ children?: unknown }>("p").map(({ children }) => children)).toEqual([
      "10,000 animals or more",
      "Best match first",
    ]);
  });

  it("closes the status menu, and opens it again", async () => {
    queryClient.setQueryData(petPageQuery({}).queryKey, { rows: [pet(1)], cursors: {} });
    const { list } = await open({ now: {} }, () => ({ body: [pet(1)], headers: { "total-count": "1" } }));
    await until(() => list.has(PetTable));
    expect(list.has(StatusMenu)).toBe(false);
    const isOpen = () => list.has(StatusMenu) && list.get(StatusMenu).last.isOpen;
    for (const time of [1, 2]) {
      list.get(PetTable).onStatus(pet(time), {} as HTMLElement);
      await until(isOpen);
      list.get(StatusMenu).onClose();
      await until(() => !isOpen());
    }
  });

  it("shows the animal's status in its menu", async () => {
    const last = { isOpen: true, pet: pet(1, "sold"), button: {} as HTMLElement };
    const menu = await draw(StatusMenu, { last, onClose: ignore, onChoose: ignore });
    expect(menu.get<{ value: string }>("Choices").value).toBe("sold");
  });
});
