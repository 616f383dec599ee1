import type { Pet } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { draw, pageAt } from "../../../../test/support/draw";
import { fakeService, held } from "../../../../test/support/fake-service";
import { settled, until } from "../../../../test/support/hook";
import { queryClient } from "../../../lib/query-client";
import { petPageQuery } from "../queries";
import { parsePetSearch, type PetSearch } from "../search";
import { ListBar } from "./list-bar";
import { PetList } from "./pet-list";
import { PetTable } from "./pet-table";
import { StatusMenu } from "./status-menu";

const ignore = () => undefined;
const pet = (id: number, status: Pet["status"] = "available"): Pet => ({
  id,
  name: `Pet ${id}`,
  categoryId: 1,
  status,
});

const open = async (search: { now: PetSearch }, handler: Parameters<typeof fakeService>[0][string]) => {
  const asked = fakeService({ "GET /v1/pets": handler, "GET /v1/categories": () => ({ body: [] }) });
  const page = await pageAt("/animals", parsePetSearch);
  const actions = { openPet: ignore, openNew: ignore, goTo: ignore, filter: ignore, show: ignore, closeDrawer: ignore };
  const list = await draw(() => PetList({ search: search.now, actions }), {}, page);
  return { list, asked };
};

describe("the list of animals", () => {
  it("shows its first rows before it counts all", async () => {
    const { answer, release } = held(() => ({ body: [pet(1)], headers: { "total-count": "1" } }));
    const { list, asked } = await open({ now: {} }, answer);
    await until(() => asked.some(({ line }) => line === "GET /v1/pets"));
    await settled();
    expect(asked.filter(({ query }) => query.get("limit") === "1")).toEqual([]);
    release();
    await until(() => list.has(PetTable) && list.get(ListBar).total === 1);
  });

  it("keeps the selection in another order, and ends it with other filters", async () => {
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

  it("shows in its menu the status of the animal", async () => {
    const last = { isOpen: true, pet: pet(1, "sold"), button: {} as HTMLElement };
    const menu = await draw(StatusMenu, { last, onClose: ignore, onChoose: ignore });
    expect(menu.get<{ value: string }>("Choices").value).toBe("sold");
  });
});
