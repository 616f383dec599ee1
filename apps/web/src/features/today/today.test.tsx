import type { Action, Inventory, Order, Today } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { actionOf, eventOf, petOf } from "../../../test/support/examples";
import { draw } from "../../../test/support/draw";
import { actAs, fakeService, held, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../test/support/hook";
import { linksOf, markupOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { LoadError } from "../../components/states";
import { newOrder } from "../../lib/orders/new-order";
import { namedPetsQuery } from "../../lib/pets/named-pets";
import { queryClient } from "../../lib/service/query-client";
import { inWords, momentsOf, topOf, totalsOf } from "./activity";
import { ActivityChart } from "./activity-chart";
import { ActivityPanel } from "./activity-panel";
import { AddedPanel } from "./added-panel";
import ChangeList from "./change-list";
import { ChangesPanel } from "./changes-panel";
import { Counts } from "./counts";
import { todayQuery, useToday } from "./queries";
import { StockPanel } from "./stock-panel";
import { TodayPage } from "./today-page";
import { useApprove } from "./use-approve";

const day = (date: string, added: number, sold: number) => ({ date, added, imported: 1, sold, ordered: 2 });
const days = [day("2026-11-20", 1, 9), day("2026-11-21", 9, 2), day("2026-11-22", 3, 0)];

const order = (id: number, status: Order["status"], reference: string | null = null): Order => ({
  id,
  petId: 7,
  status,
  customerId: null,
  price: null,
  payment: null,
  createdAt: "2026-11-22T10:00:00.000Z",
  updatedAt: "2026-11-22T10:00:00.000Z",
  reference,
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

const none = { count: 0, hasMore: false };
const nothing: Today = {
  inventory: store(counts(1, "Dogs", 1)),
  statistics: { days, longPending: [] },
  added: [],
  orders: { placed: none, approved: none, oldest: [] },
};

/** The answer of the service. */
const answer = (some: Partial<Record<keyof Today, unknown>> = {}) =>
  queryClient.setQueryData(todayQuery.queryKey, { ...nothing, ...some } as Today);

describe("the numbers of the last days", () => {
  it("add up each kind, and name the highest day", () => {
    expect(totalsOf(days)).toEqual({ added: 13, imported: 3, sold: 11, ordered: 6 });
    expect(inWords(days)).toBe(
      "13 animals were added one by one, and 11 sold. The most were added on 21 Nov: 9. The most were sold on 20 Nov: 9.",
    );
    expect(inWords([day("2026-11-21", 0, 0)])).toBe("0 animals were added one by one, and 0 sold.");
  });

  it("name no day as the highest if several days are", () => {
    const equal = Array.from({ length: 13 }, (_, at) => day(`2026-11-${at + 10}`, at === 5 ? 4 : 0, 1));
    expect(inWords(equal)).toBe(
      "4 animals were added one by one, and 13 sold. The most were added on 15 Nov: 4. The most were sold on 13 days: 1 each.",
    );
    expect(inWords([day("2026-11-21", 2, 0), day("2026-11-22", 2, 0)])).toBe(
      "4 animals were added one by one, and 0 sold. The most were added on 2 days: 2 each.",
    );
  });

  it("draw every bar to its value, unless the highest would make the others look alike", () => {
    expect(topOf(days)).toBe(9);
    expect(topOf([day("2026-11-21", 12, 1), day("2026-11-22", 1, 0)])).toBe(12);
    expect(topOf([day("2026-11-21", 40, 1), day("2026-11-22", 1, 0)])).toBe(40);
    expect(topOf([day("2026-11-21", 299, 10), day("2026-11-22", 3, 0)])).toBe(40);
    expect(topOf([day("2026-11-21", 299, 30), day("2026-11-22", 3, 0)])).toBe(60);
    expect(topOf([day("2026-11-21", 100, 0), day("2026-11-22", 0, 0)])).toBe(100);
    expect(topOf([day("2026-11-21", 3, 0)])).toBe(3);
    expect(topOf([day("2026-11-21", 0, 0)])).toBe(1);
  });

  it("link to the time from the first day to the end of the last", () => {
    expect(momentsOf(days)).toEqual({
      createdFrom: new Date(2026, 10, 20).toISOString(),
      createdTo: new Date(2026, 10, 23).toISOString(),
    });
  });

  it("link each count to its events, except imports", () => {
    answer();
    expect(linksOf(<ActivityPanel />).map((link) => /counted=(\w+)/.exec(link)?.[1])).toEqual([
      "added",
      "sold",
      "ordered",
    ]);
  });
});

describe("the chart of the last days", () => {
  it("puts its last label at the last day", () => {
    const given = { days, active: undefined, onActive: () => undefined };
    const labels = [...markupOf(<ActivityChart {...given} />).matchAll(/<text[^>]*>(\d+ \w+)<\/text>/g)];
    expect(labels.map(([, label]) => label)).toEqual(["22 Nov"]);
  });

  it("draws added animals up, sold ones down, and nothing for zero", () => {
    const html = markupOf(<ActivityChart days={days} active={undefined} onActive={() => undefined} />);
    const drawn = (colour: string) =>
      [...html.matchAll(new RegExp(`<rect[^>]*height="([^"]*)" class="${colour}"`, "g"))].map(([, height]) =>
        Number(height),
      );
    // The test has no layout, so each bar that is not zero has the minimum height.
    expect(drawn("fill-accent").every((height) => height >= 2)).toBe(true);
    expect(drawn("fill-on-info-soft").map((height) => height > 0)).toEqual([true, true, false]);
  });

  it("shows the numbers of the day under the pointer, or of all days without a pointer", async () => {
    answer();
    const panel = await draw(ActivityPanel, {});
    type Drawn = React.ReactElement<{ readonly children: readonly React.ReactElement<{ readonly active?: number }>[] }>;
    const legend = () => panel.get<{ children: (all: object) => Drawn }>("Panel").children(days).props.children[1];
    expect(legend()?.props.active).toBeUndefined();
    const [, , chart] = panel.get<{ children: (all: object) => Drawn }>("Panel").children(days).props.children;
    (chart as React.ReactElement<{ readonly onActive: (at: number) => void }> | undefined)?.props.onActive(1);
    await until(() => legend()?.props.active === 1);
  });
});

/** Returns the page for this role, with these parts of the answer. */
const today = (some: Parameters<typeof answer>[0] = {}, role: "clerk" | "manager" = "manager") => {
  actAs(role);
  answer(some);
  return <TodayPage />;
};

/** Returns the text between the heading "To do" and the next heading. */
const todoText = (page: React.ReactNode) => / To do (.*) Added recently /.exec(textOf(page))?.[1];

describe("the to-do list", () => {
  const till = {
    ...{ id: 5, name: "Till", lastFour: "x7Qd" },
    ...{ expiresAt: null, deprecatedCalls: 0, deprecatedOperations: [] },
  };
  const rex = petOf({ name: "Rex", status: "pending" });
  const ada = { id: 3, name: "Ada", email: null, phone: null, address: null, createdAt: "", updatedAt: "" };
  const oldest = [{ ...order(1, "placed", "PO-1"), pet: rex, customer: ada }, order(2, "approved")];
  const orders = { oldest, placed: { count: 100, hasMore: true }, approved: { count: 1, hasMore: false } };

  it("offers the next step of each order, and links to it", () => {
    const html = markupOf(today({ orders }));
    expect([html.match(/Approve order \d/g), html.match(/Deliver order \d/g)]).toEqual([
      ["Approve order 1"],
      ["Deliver order 2"],
    ]);
    expect(todoText(today({ orders }))).toContain("100+ to approve 1 to deliver All orders");
    expect(todoText(today({ orders }))).toMatch(/Order 1 Placed Rex animal 7 Ada PO-1 .*Order 2 Approved 7 animal 7/);
    expect(linksOf(today({ orders }))).toEqual(
      expect.arrayContaining([
        "/orders?status=placed&sort=id",
        "/orders?status=approved&sort=id",
        "/orders",
        "/customers?open=3",
      ]),
    );
  });

  it("lists two of each kind: animals, keys, webhooks, imports, categories", () => {
    const noon = (days: number) => {
      const now = new Date();
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12).toISOString();
    };
    const [ago, soon] = [noon(-20), noon(2)];
    queryClient.setQueryData(namedPetsQuery([7, 8]).queryKey, new Map([[7, { id: 7, name: "Rex" }]]) as never);
    const text = todoText(
      today({
        statistics: { days, longPending: [7, 8, 9].map((id) => ({ id, since: ago })) },
        apiKeys: [
          { ...till, expiresAt: soon },
          { ...till, id: 6, name: "Shop", lastFour: "aaaa", deprecatedCalls: 2, deprecatedOperations: ["getPet"] },
        ],
        webhookEndpoints: [{ id: 1, url: "https://shop.example/hook", description: null, statusSince: ago }],
        imports: [{ id: 3, at: ago, after: { source: "May.csv", leftCount: 2 } }],
        inventory: store(counts(1, null, 1), counts(2, "Dogs", 99), counts(3, null, 3), counts(4, null, 2)),
      }),
    );
    expect(text).toMatch(/Rex animal 7 Pending Last changed 20 days ago Look at it 8 animal 8 Pending/);
    expect(text).toMatch(/1 more animal long pending/);
    expect(text).toMatch(/https:\/\/shop\.example\/hook Off 20 days ago/);
    expect(text).toMatch(/Till …x7Qd ends in 2 days .*Shop …aaaa 2 calls of getPet, which will go away/);
    expect(text).toMatch(/May\.csv 2 rows left out 20 days ago Import again/);
    expect(text).toMatch(/Category 3 has no name 3 animals .*Category 4 has no name .*1 more category without a name$/);
    expect(text).not.toMatch(/animal 9|Category 1|Category 2/);
  });

  it("is hidden if there is nothing to do", () => {
    expect(textOf(today())).not.toContain("To do");
    expect(textOf(today({}, "clerk"))).not.toContain("To do");
  });

  it("an empty store offers to add an animal, or to import animals if the role may", () => {
    const links = (role: "clerk" | "manager") => linksOf(today({ inventory: store() }, role));
    expect(links("manager")).toContain("/import");
    expect(links("clerk")).not.toContain("/import");
    expect(textOf(today({ inventory: store() }, "clerk"))).not.toContain("import");
  });
});

describe("the animals added recently", () => {
  it("show face, name, category and status, and link to the file", () => {
    answer({ added: [petOf({ id: 9, status: "sold" })] });
    expect(textOf(<AddedPanel isWide={false} />)).toContain("Luna Dogs · Sold");
    expect(linksOf(<AddedPanel isWide={false} />)).toEqual(["/animals?sort=-id", "/animals?open=9"]);
  });
});

describe("the counts", () => {
  it("are four, and each links to the animals that it counts", () => {
    answer({ inventory: store(counts(4, "Dogs", 3, 2)) });
    expect(textOf(<Counts />)).toBe("Available 3 Pending 0 Sold 2 In all 5");
    expect(linksOf(<Counts />)).toEqual([
      "/animals?status=available",
      "/animals?status=pending",
      "/animals?status=sold",
      "/animals",
    ]);
  });
});

describe("a failed answer", () => {
  it("is shown once, replaces only the missing panels, and can be retried", async () => {
    actAs("clerk");
    const fails = () => refusal(400, "invalid_request");
    fakeService({ "GET /v1/today": inTurn(fails, () => ({ body: nothing }), fails) });
    const page = await draw(TodayPage, {});
    const { every, has } = page;
    const query = () => page.get(LoadError).query;
    await until(() => query().error !== null);
    expect([every(LoadError).length, has("div")]).toEqual([1, false]);
    void query().refetch();
    await until(() => query().data !== undefined);
    expect([query().error, has("div")]).toEqual([null, true]);
    void query().refetch();
    await until(() => query().error !== null);
    expect(has("div")).toBe(true);
  });
});

describe("a panel", () => {
  it("is not rendered again when another panel's data changes", async () => {
    const part = ({ inventory }: Today) => inventory.byStatus;
    let drawn = 0;
    answer();
    const hook = await runHook(() => {
      drawn += 1;
      return useToday(part).data;
    });
    const before = drawn;
    answer({ inventory: store(counts(1, "Dogs", 1)), added: [petOf({ id: 9, status: "sold" })] });
    answer({ inventory: store(counts(1, "Dogs", 2)) });
    await until(() => hook.now()?.available === 2);
    expect(drawn).toBe(before + 1);
  });
});

describe("a new order", () => {
  it("opens over the page, which stays", async () => {
    today();
    const page = await draw(TodayPage, {});
    expect(newOrder.get()).toBeUndefined();
    page.get<{ readonly onClick: () => void }>("Button").onClick();
    expect(newOrder.get()).toEqual({});
    newOrder.set(undefined);
  });
});

describe("the stock", () => {
  it("lists the largest categories, and links every figure to its animals", () => {
    const all = Array.from({ length: 9 }, (_, at) => counts(at + 1, `Kind ${at + 1}`, at, 10));
    answer({ inventory: store(...all) });
    const text = textOf(<StockPanel />);
    expect(text).toMatch(/Kind 9.*Kind 8.*Kind 7.*Kind 6.*Kind 5.*Kind 4.*Kind 3.*Kind 2/);
    expect(text).not.toContain("Kind 1 ");
    expect(text).toContain("All 9 categories");
    answer({ inventory: store(counts(4, "Dogs", 3)) });
    expect(linksOf(<StockPanel />)).toEqual([
      "/categories?sort=count",
      "/animals?categoryId=4",
      "/animals?categoryId=4&status=available",
    ]);
  });
});

describe("the recent changes", () => {
  const one = (id: number, actor: number, fields: Partial<Action> = {}): Action =>
    actionOf({
      id: `1-${id}`,
      events: 1,
      parts: [],
      event: eventOf({ id, action: "pet.create", actor: { kind: "account", id: actor, name: "Sam" }, before: null }),
      ...fields,
    });

  it("call the person who is signed in You", () => {
    actAs("clerk");
    expect(textOf(<ChangeList actions={[one(2, 7), one(1, 3)]} />)).toMatch(/You added Luna.*Sam added Luna/);
  });

  it("show a change of many animals in one row, and call an undo an undo", () => {
    actAs("clerk");
    const sale = actionOf({ id: "1-1" });
    const undo = actionOf({
      id: "1-9",
      undoes: "1-1",
      parts: [{ action: "pet.update", count: 200, to: { status: "available" } }],
    });
    const text = textOf(<ChangeList actions={[undo, sale]} />);
    expect(text).toMatch(/Mara undid 200 changes .*Mara marked 200 animals sold /);
    expect(text).not.toContain("marked 200 animals available");
  });

  it("stay in their place while their sentences are loading", () => {
    answer({ actions: [one(2, 7), one(1, 3)] });
    expect(textOf(<ChangesPanel />)).toContain("Recent changes All changes");
    answer({ actions: [] });
    expect(textOf(<ChangesPanel />)).toContain("Nothing has changed yet.");
  });

  it("load the names of details only if a change is about a profile", async () => {
    const about = (id: number, kind: "pet" | "profile") =>
      one(id, 3, {
        event: eventOf({ id, action: `${kind}.update`, subject: { kind, id: 7 }, before: null, after: null }),
      });
    const asked = fakeService({ "GET /v1/attributes": () => ({ body: [] }), "GET /v1/pets": () => ({ body: [] }) });
    const read = async (...kinds: ("pet" | "profile")[]) => {
      const actions = kinds.map((kind, at) => about(at + 1, kind));
      return draw(ChangeList, { actions });
    };
    (await read("pet", "pet")).unmount();
    expect(asked).toEqual([]);
    const list = await read("pet", "profile");
    await until(() => asked.some(({ line }) => line === "GET /v1/attributes"));
    list.unmount();
  });
});

describe("an approval", () => {
  const patch = "PATCH /v1/orders/9";
  const start = async (handlers: Parameters<typeof fakeService>[0]) => {
    const notices = shownNotices();
    const asked = fakeService(handlers);
    const hook = await runHook(useApprove);
    return { approve: () => hook.now().approve(9), isSent: (id: number) => hook.now().isSent(id), notices, asked };
  };

  it("is announced, and keeps the button busy until the list shows the approval", async () => {
    const { approve, isSent, notices, asked } = await start({ [patch]: () => ({ body: order(9, "approved") }) });
    approve();
    await until(() => titlesOf(notices).includes("Order 9 is approved"));
    await until(() => isSent(9));
    expect([asked[0]?.body, isSent(8)]).toEqual([{ status: "approved" }, false]);
  });

  it("enables the button again after a failure, and can be retried", async () => {
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
  ] as const)("explains the present status after a refusal: %s", async (status, title) => {
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
