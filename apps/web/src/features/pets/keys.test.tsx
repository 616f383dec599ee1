import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { petOf } from "../../../test/support/examples";
import { draw, pageAt } from "../../../test/support/draw";
import { actAs, fakeService } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { queryClient } from "../../lib/service/query-client";
import { PetDrawer } from "./drawer/pet-drawer";
import { petHistoryQuery, petOrdersQuery, petQuery } from "./drawer/queries";
import { ListBar } from "./list/list-bar";
import { PetList } from "./list/pet-list";
import { PetTable } from "./list/pet-table";
import { petPageQuery } from "./queries";
import { parsePetSearch } from "./search";

// The modules are reset, because test files share them: the mock below would not replace modules that another file has
// loaded.
const { runs } = vi.hoisted(() => {
  vi.resetModules();
  return { runs: new Map<string, () => void>() };
});
vi.mock(import("../../lib/page/shortcuts"), async (original) => ({
  ...(await original()),
  useShortcut: (keys, _label, run) => void runs.set(keys, run),
}));

const ignore = () => undefined;
const luna = petOf();

beforeEach(() => {
  actAs("clerk");
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: ignore });
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("the status keys mark all selected animals, or the focused one if none is selected", async () => {
  const notices = shownNotices();
  const max = { ...luna, id: 8 };
  const asked = fakeService({
    "GET /v1/pets": ({ query }) => ({
      body: query.has("id") ? [max] : [luna, max],
      headers: { "total-count": "2" },
    }),
    "GET /v1/categories": () => ({ body: [] }),
    "POST /v1/pets/changes": () => ({ body: { changed: 1, left: [] } }),
  });
  queryClient.setQueryData(petPageQuery({}).queryKey, { rows: [luna, max], cursors: {} });
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
  const list = await draw(() => PetList({ search: {}, actions }), {}, page);
  await until(() => list.has(PetTable));
  const changes = () => asked.filter(({ line }) => line === "POST /v1/pets/changes").map(({ body }) => body);
  Object.assign(document, { activeElement: { closest: () => ({ dataset: { row: "7" } }) } });
  runs.get("s>s")?.();
  await until(() => titlesOf(notices).length === 1);
  expect(changes()).toMatchObject([[{ id: 7, to: { status: "sold" } }]]);
  list.get(PetTable).onSelect(8, true, false);
  await until(() => list.get(PetTable).isSelected(8));
  runs.get("s>p")?.();
  await until(() => list.get(ListBar).bulk.state.phase === "ready");
  expect(changes().slice(1)).toMatchObject([[{ id: 8, to: { status: "pending" } }]]);
});

it("the shortcut for the next animal keeps the focus in the drawer", async () => {
  fakeService({ "GET /v1/pets": () => ({ body: [luna] }), "GET /v1/orders": () => ({ body: [] }) });
  queryClient.setQueryData(petQuery(7).queryKey, luna);
  queryClient.setQueryData(petOrdersQuery(7).queryKey, []);
  queryClient.setQueryData(petHistoryQuery(7).queryKey, []);
  const done: unknown[] = [];
  const drawer = await draw(PetDrawer, { id: 7, onClose: ignore, onStep: (by: number) => done.push(by) });
  drawer.get<{ ref: { current: object } }>("div").ref.current = { focus: () => done.push("focus") };
  for (const key of ["]", "["]) runs.get(key)?.();
  expect(done).toEqual(["focus", 1, "focus", -1]);
});
