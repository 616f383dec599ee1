import type { Inventory, Order } from "@petstore/contract/client";
import { describe, expect, it, vi } from "vitest";
import { draw } from "../../../test/support/draw";
import { keyOf } from "../../../test/support/examples";
import { actAs, fakeService, held, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../test/support/hook";
import { linksOf, markupOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { categoriesQuery } from "../../lib/categories";
import { queryClient } from "../../lib/query-client";
import { highestDay, momentsOf, totalsOf } from "./activity";
import { ActivityChart } from "./activity-chart";
import { ActivityPanel } from "./activity-panel";
import { KeysPanel, UnnamedPanel } from "./care-panels";
import { ChangesPanel } from "./changes-panel";
import { OrdersPanel } from "./orders-panel";
import {
  inventoryQuery,
  type OpenOrders,
  openOrdersQuery,
  recentChangesQuery,
  statisticsQuery,
  watchedKeysQuery,
} from "./queries";
import { StockPanel } from "./stock-panel";
import { TodayPage } from "./today-page";
import { useApprove } from "./use-approve";

const day = (date: string, added: number, sold: number) => ({ date, added, imported: 1, sold, ordered: 2 });
const days = [day("2026-11-20", 1, 9), day("2026-11-21", 9, 2), day("2026-11-22", 3, 0)];

const order = (id: number, status: Order["status"], reference?: string): Order => ({
  id,
  petId: 7,
  status,
  createdAt: "2026-11-22T10:00:00.000Z",
  updatedAt: "2026-11-22T10:00:00.000Z",
  ...(reference !== undefined && { reference }),
});

const counts = (categoryId: number, name: string | null, available: number, sold = 0) => ({
  categoryId,
  name,
  available,
  pending: 0,
  sold,
});
const store = (...byCategory: Inventory["byCategory"]): Inventory => ({
  byStatus: {
    available: byCategory.reduce((sum, { available }) => sum + available, 0),
    pending: 0,
    sold: byCategory.reduce((sum, { sold }) => sum + sold, 0),
  },
  byCategory,
});

describe("the numbers of the last days", () => {
  it("are the sums of each kind, and the highest value of either line on its first day", () => {
    expect(totalsOf(days)).toEqual({ added: 13, imported: 3, sold: 11, ordered: 6 });
    expect(highestDay(days)).toEqual({ date: "2026-11-20", value: 9 });
    expect(highestDay([day("2026-11-21", 0, 0), day("2026-11-22", 0, 0)])).toEqual({ date: "2026-11-22", value: 0 });
  });

  it("lead to the time from the first day to the end of the last", () => {
    expect(momentsOf(days)).toEqual({
      from: new Date(2026, 10, 20).toISOString(),
      to: new Date(2026, 10, 23).toISOString(),
    });
  });

  it("each lead to what it counts, but for imports", () => {
    queryClient.setQueryData(statisticsQuery.queryKey, days);
    expect(linksOf(<ActivityPanel />).map((link) => /counted=(\w+)/.exec(link)?.[1])).toEqual([
      "added",
      "sold",
      "ordered",
    ]);
  });
});

describe("the chart of the last days", () => {
  it("has its last label at the last day", () => {
    const given = { days, active: undefined, onActive: () => undefined };
    const labels = [...markupOf(<ActivityChart {...given} />).matchAll(/<text[^>]*>(\d+ \w+)<\/text>/g)];
    expect(labels.map(([, label]) => label)).toEqual(["22 Nov"]);
  });

  it("tells the numbers of the day that is pointed at, and of all days else", async () => {
    queryClient.setQueryData(statisticsQuery.queryKey, days);
    const panel = await draw(ActivityPanel, {});
    type Drawn = React.ReactElement<{ readonly children: readonly React.ReactElement<{ readonly active?: number }>[] }>;
    const legend = () => panel.get<{ children: (all: object) => Drawn }>("Panel").children(days).props.children[0];
    expect(legend()?.props.active).toBeUndefined();
    const [, chart] = panel.get<{ children: (all: object) => Drawn }>("Panel").children(days).props.children;
    type Chart = { readonly children: React.ReactElement<{ readonly onActive: (at: number) => void }> };
    const { children } = (chart ?? { props: {} }).props as unknown as Chart;
    children.props.onActive(1);
    await until(() => legend()?.props.active === 1);
  });
});

describe("the keys to look after, of a store with many", () => {
  it("are those of all pages", async () => {
    vi.stubGlobal("location", { origin: "http://store.test" });
    const ending = (id: number) => keyOf({ id, expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
    fakeService({
      "GET /v1/api-keys": ({ query }) =>
        query.has("cursor")
          ? { body: [ending(2)] }
          : { body: [ending(1)], headers: { link: '</v1/api-keys?cursor=next>; rel="next"' } },
    });
    const found = await queryClient.fetchQuery(watchedKeysQuery);
    vi.unstubAllGlobals();
    expect(found.map(({ key }) => key.id)).toEqual([1, 2]);
  });
});

describe("the open orders", () => {
  it("show the numbers of animals that could not be read", async () => {
    fakeService({ "GET /v1/pets": () => refusal(400, "invalid_request") });
    queryClient.setQueryData(inventoryQuery.queryKey, store(counts(1, "Cats", 1)));
    const orders = {
      placed: { count: 1, hasMore: false },
      approved: { count: 0, hasMore: false },
      oldest: [order(9, "placed")],
    };
    queryClient.setQueryData(openOrdersQuery.queryKey, orders);
    const panel = await draw(OrdersPanel, {});
    const { type, props } = panel
      .get<{ children: (all: object) => React.ReactElement<object> }>("Panel")
      .children(orders);
    const rows = await draw(type as (given: object) => React.ReactNode, props);
    const petsOf = () => rows.get<{ pets: ReadonlyMap<number, unknown> | undefined }>("Row").pets;
    expect(petsOf()).toBeUndefined();
    await until(() => petsOf()?.size === 0);
  });

  const show = (
    orders: Partial<OpenOrders>,
    inventory = store(counts(1, "Dogs", 1)),
    role: "clerk" | "manager" = "clerk",
  ) => {
    actAs(role);
    const none = { count: 0, hasMore: false };
    queryClient.setQueryData(openOrdersQuery.queryKey, { placed: none, approved: none, oldest: [], ...orders });
    queryClient.setQueryData(inventoryQuery.queryKey, inventory);
    return <OrdersPanel />;
  };

  it("offer the next step of each, and lead to it", () => {
    const oldest = [order(1, "placed", "PO-1"), order(2, "approved")];
    const panel = () => show({ oldest, placed: { count: 100, hasMore: true }, approved: { count: 1, hasMore: false } });
    const html = markupOf(panel());
    expect([html.match(/Approve order \d/g), html.match(/Deliver order \d/g)]).toEqual([
      ["Approve order 1"],
      ["Deliver order 2"],
    ]);
    expect(textOf(panel())).toContain("100+ to approve 1 to deliver");
    expect(linksOf(panel()).slice(0, 3)).toEqual([
      "/orders?status=placed&sort=id",
      "/orders?status=approved&sort=id",
      "/orders",
    ]);
  });

  it("are none in a store with animals", () => {
    expect(textOf(show({}))).toContain("No order waits for you");
  });

  it("of an empty store begin with an animal, and with a file only for who may import one", () => {
    expect(linksOf(show({}, store(), "manager"))).toEqual(["/animals?new=true", "/import"]);
    expect(linksOf(show({}, store(), "clerk"))).toEqual(["/animals?new=true"]);
    expect(textOf(show({}, store(), "clerk"))).not.toContain("import");
  });
});

describe("the stock", () => {
  it("has the largest categories, and every figure leads to its animals", () => {
    const all = Array.from({ length: 7 }, (_, at) => counts(at + 1, `Kind ${at + 1}`, at, 10));
    queryClient.setQueryData(inventoryQuery.queryKey, store(...all));
    const text = textOf(<StockPanel />);
    expect(text).toMatch(/Kind 7.*Kind 6.*Kind 5.*Kind 4.*Kind 3.*Kind 2/);
    expect(text).not.toContain("Kind 1 ");
    expect(text).toContain("Available 21 Pending 0 Sold 70 In all 91");
    expect(text).toContain("All 7 categories");
    queryClient.setQueryData(inventoryQuery.queryKey, store(counts(4, "Dogs", 3)));
    expect(linksOf(<StockPanel />)).toEqual([
      "/animals",
      "/animals?status=available",
      "/animals?status=pending",
      "/animals?status=sold",
      "/animals",
      "/animals?categoryId=4",
      "/animals?categoryId=4&status=available",
    ]);
  });
});

describe("the unnamed categories", () => {
  it("are three, those with the most animals first, and how many there are more", () => {
    const all = [counts(1, null, 1), counts(2, "Dogs", 99), counts(3, null, 3), counts(4, null, 2), counts(5, null, 0)];
    queryClient.setQueryData(inventoryQuery.queryKey, store(...all));
    const text = textOf(<UnnamedPanel />);
    expect(text).toMatch(/Category 3.*Category 4.*Category 1.*1 more category/);
    expect(text).not.toMatch(/Dogs|Category 5/);
    queryClient.setQueryData(inventoryQuery.queryKey, store(counts(2, "Dogs", 99)));
    expect(textOf(<UnnamedPanel />)).toContain("Every category has a name.");
  });
});

describe("the keys to look after", () => {
  it("tell when they end, and what they call", () => {
    const key = { id: 5, name: "Till", lastFour: "x7Qd" };
    const endsAt = new Date(Date.now() + 2.5 * 86_400_000).toISOString();
    queryClient.setQueryData(watchedKeysQuery.queryKey, [
      { key, endsAt, calls: 0, operations: [] },
      { key, endsAt: null, calls: 2, operations: ["getPet"] },
    ] as never);
    expect(textOf(<KeysPanel />)).toMatch(/ends in 2 days Till …x7Qd 2 calls of getPet, which will go away$/);
  });
});

describe("the recent changes", () => {
  it("call one's own You", () => {
    actAs("clerk");
    queryClient.setQueryData(categoriesQuery.queryKey, []);
    const event = {
      at: "2026-11-22T10:00:00.000Z",
      action: "pet.create",
      subject: { kind: "pet", id: 7 },
      before: null,
    };
    const by = (id: number, actor: number) => ({
      ...event,
      id,
      actor: { kind: "account", id: actor, name: "Sam" },
      after: { name: "Luna" },
    });
    queryClient.setQueryData(recentChangesQuery.queryKey, [by(2, 7), by(1, 3)] as never);
    expect(textOf(<ChangesPanel />)).toMatch(/You added Luna.*Sam added Luna/);
  });
});

it("shows the keys to managers and owners alone", () => {
  const titles = (["clerk", "manager", "owner"] as const).map((role) => {
    actAs(role);
    return textOf(<TodayPage />).includes("Keys to look after");
  });
  expect(titles).toEqual([false, true, true]);
});

describe("an approval", () => {
  const patch = "PATCH /v1/orders/9";
  const start = async (handlers: Parameters<typeof fakeService>[0]) => {
    const notices = shownNotices();
    const asked = fakeService(handlers);
    const hook = await runHook(useApprove);
    return { approve: () => hook.now().approve(9), isSent: (id: number) => hook.now().isSent(id), notices, asked };
  };

  it("is sent, announced, and its button stays busy until the list shows it", async () => {
    const { approve, isSent, notices, asked } = await start({ [patch]: () => ({ body: order(9, "approved") }) });
    approve();
    await until(() => titlesOf(notices).includes("Order 9 is approved"));
    await until(() => isSent(9));
    expect([asked[0]?.body, isSent(8)]).toEqual([{ status: "approved" }, false]);
  });

  it("that failed frees its button, and can be tried again", async () => {
    const { answer, release } = held(() => refusal(500, "internal_error"));
    const { approve, isSent, notices } = await start({
      [patch]: inTurn(answer, () => ({ body: order(9, "approved") })),
    });
    approve();
    await until(() => isSent(9));
    release();
    await until(() => !isSent(9));
    expect(titlesOf(notices)).toEqual(["That did not work"]);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Order 9 is approved"));
  });

  it.each([
    ["approved", "Order 9 is approved"],
    ["cancelled", "Order 9 is cancelled already"],
  ] as const)("that was refused tells what the order is by now: %s", async (status, title) => {
    const refresh = watchRefresh();
    const { approve, notices } = await start({
      [patch]: () => refusal(409, "order_status_conflict"),
      "GET /v1/orders/9": () => ({ body: order(9, status) }),
    });
    approve();
    await until(() => refresh() > 0);
    expect(titlesOf(notices)).toEqual([title]);
  });
});
