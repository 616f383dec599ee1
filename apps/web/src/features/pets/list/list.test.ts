import type { Pet, View } from "@petstore/contract/client";
import { describe, expect, it, vi } from "vitest";
import { petFieldsOf, petOf } from "../../../../test/support/examples";
import { fakeService, held, inTurn, refusal } from "../../../../test/support/fake-service";
import { runHook, until } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { openConflicts } from "../../../lib/pets/conflicts";
import { queryClient } from "../../../lib/service/query-client";
import { replacedBy, useDeleteView, usePutView, useRenameView } from "../../../lib/views/view-writes";
import { pinnedViews } from "../../../lib/views/views";
import { petPageQuery } from "../queries";
import { type PetSearch } from "../search";
import { petSearchActions } from "../use-pet-search";
import { exportAddress, exportFileName } from "./export-file";
import { changeStatus, usePendingEdits } from "./inline-edits";
import { findPlace, positionOf } from "./page-positions";
import { summaryOf } from "./page-summary";
import { opensElsewhere } from "./row-parts";

const pet = (id: number, status: Pet["status"] = "available") => petOf({ id, name: `Luna ${id}`, status });
const rows = (count: number) => Array.from({ length: count }, (_, at) => pet(at + 1));

describe("the address of an export", () => {
  it("contains every filter and the sort, but no position in the list", () => {
    const order = {
      status: "sold",
      categoryId: 2,
      q: "a&b",
      id: [1, 2],
      sort: "-id",
      ...{ cursor: "c", open: 7 },
    } as const;
    expect(exportAddress(order, "workbook")).toBe(
      "/v1/pets/export?status=sold&categoryId=2&q=a%26b&sort=-id&id=1&id=2&expand=profile",
    );
    expect(exportAddress({}, "spreadsheet")).toBe("/v1/pets/export?expand=profile&spreadsheetSafe=true");
  });

  it("has the local day in the name of the file", () => {
    const now = new Date(2026, 0, 9, 23, 59);
    expect(exportFileName("backup", now)).toBe("animals-2026-01-09.csv");
    expect(exportFileName("workbook", now)).toBe("animals-2026-01-09.xlsx");
  });
});

describe("the position of a page in the list", () => {
  const page = (count: number, cursors: object) => ({ rows: rows(count), cursors });

  it("is known while a person pages on from the first page and back", () => {
    expect(positionOf({}, page(50, { next: "to-2" }), 50)).toBe(0);
    expect(positionOf({ cursor: "to-2" }, page(50, { next: "to-3", prev: "back-1" }), 50)).toBe(50);
    expect(positionOf({ cursor: "to-3" }, page(7, { prev: "back-2" }), 50)).toBe(100);
    expect(positionOf({ cursor: "back-2" }, page(50, { next: "to-3", prev: "back-1" }), 50)).toBe(50);
    expect(positionOf({ cursor: "back-1" }, page(50, { next: "to-2" }), 50)).toBe(0);
  });

  it("is unknown for a page that was opened by its address", () => {
    expect(positionOf({ cursor: "from-elsewhere" }, page(50, { prev: "b" }), 50)).toBeUndefined();
    expect(summaryOf(page(50, { prev: "b" }), undefined, undefined)).toBe("50 animals");
    expect(summaryOf(page(50, { prev: "b" }), undefined, 1_200)).toBe("50 of 1,200");
  });

  it("is shown with the total, unless that is outdated", () => {
    const [first, last] = [page(50, { next: "n" }), page(10, { prev: "p" })];
    expect([summaryOf(first, 0, 60), summaryOf(last, 50, 60)]).toEqual(["1 to 50 of 60", "51 to 60 of 60"]);
    expect([summaryOf(last, 50, 59), summaryOf(last, 50, undefined)]).toEqual(["51 to 60", "51 to 60"]);
  });

  it("is known after a jump, and while a person pages on from there", () => {
    expect(positionOf({ offset: 4_950 }, page(50, { next: "to-101", prev: "back-99" }), 50)).toBe(4_950);
    expect(positionOf({ cursor: "back-99" }, page(50, { next: "to-100", prev: "back-98" }), 50)).toBe(4_900);
    expect(positionOf({ cursor: "to-101", offset: 20 }, page(50, { prev: "b" }), 50)).toBe(5_020);
  });

  it("is found with one request per hop", async () => {
    const answers = Array.from({ length: 2 }, (_, at) => () => ({
      body: [pet(1)],
      headers: { link: `</v1/pets?cursor=hop-${at}>; rel="next"` },
    }));
    const asked = fakeService({ "GET /v1/pets": inTurn(...answers) });
    const find = (position: number) =>
      findPlace({ order: { status: "sold" }, position, signal: new AbortController().signal });
    expect([await find(0), await find(10_000), asked.length]).toEqual([{}, { offset: 10_000 }, 0]);
    expect(await find(25_000)).toEqual({ cursor: "hop-1", offset: 25_000 - 2 * 10_001 });
    expect(asked.map(({ query }) => query.toString())).toEqual([
      "status=sold&limit=1&offset=10000&expand=profile",
      "status=sold&limit=1&cursor=hop-0&offset=10000&expand=profile",
    ]);
    expect(positionOf({ cursor: "hop-1", offset: 4_998 }, page(50, { prev: "b" }), 50)).toBe(25_000);
  });
});

describe("the address of the list", () => {
  const from = { status: "sold", q: "Luna", sort: "-id", cursor: "c", open: 7 } as const;
  const after = (act: (actions: ReturnType<typeof petSearchActions>) => void, before: PetSearch = from) => {
    const seen: unknown[] = [];
    act(petSearchActions((change, options) => seen.push(JSON.parse(JSON.stringify(change(before))), options)));
    return seen;
  };

  it("starts at the first page after another filter or order", () => {
    expect(after((actions) => actions.filter({ q: "Lola" }, { replace: true }))).toEqual([
      { status: "sold", q: "Lola", sort: "-id", open: 7 },
      { replace: true },
    ]);
  });

  it("has exactly the parameters of a view", () => {
    expect(after((actions) => actions.show({ sort: "name" }))[0]).toEqual({ sort: "name" });
  });

  it("returns to the first page when the page size changes, but not when the columns change", () => {
    const rest = { status: "sold", q: "Luna", sort: "-id", open: 7 };
    expect(after((actions) => actions.arrange({ limit: 20 }), { ...from, offset: 50 })[0]).toEqual({
      ...rest,
      limit: 20,
    });
    expect(after((actions) => actions.arrange({ columns: ["a"] }))[0]).toEqual({
      ...rest,
      cursor: "c",
      columns: ["a"],
    });
  });

  it("jumps to a position, which a later page no longer has in its address", () => {
    const rest = { status: "sold", q: "Luna", sort: "-id" };
    expect(after((actions) => actions.jump({ cursor: undefined, offset: 50 }))).toEqual([
      { ...rest, offset: 50 },
      { resetScroll: true },
    ]);
    expect(after((actions) => actions.goTo("d"), { ...rest, offset: 50 } as PetSearch)[0]).toEqual({
      ...rest,
      cursor: "d",
    });
  });

  it("scrolls to the top of the next page, unless an animal opens", () => {
    expect(after((actions) => actions.goTo("d"))).toEqual([
      { status: "sold", q: "Luna", sort: "-id", cursor: "d" },
      { resetScroll: true },
    ]);
    expect(after((actions) => actions.goTo("d", 8))).toEqual([
      { ...from, cursor: "d", open: 8 },
      { resetScroll: false },
    ]);
  });

  it("opens at most one drawer, and keeps the page of the list when the drawer closes", () => {
    const rest = { status: "sold", q: "Luna", sort: "-id", cursor: "c" };
    expect(after((actions) => actions.openNew())[0]).toEqual({ ...rest, new: true });
    expect(after((actions) => actions.openPet(8), { ...rest, new: true } as PetSearch)[0]).toEqual({
      ...rest,
      open: 8,
    });
    expect(after((actions) => actions.closeDrawer())[0]).toEqual(rest);
    expect(after((actions) => actions.closeDrawer(), { ...rest, new: true } as PetSearch)[0]).toEqual(rest);
  });
});

describe("a status changed in the list", () => {
  const changes =
    (left: readonly object[] = []) =>
    () => ({ body: { changed: 1, left } });
  const shown = async (pets: readonly Pet[]) => {
    const hook = await runHook(() => usePendingEdits(pets));
    return { statuses: () => hook.now().map(({ status }) => status) };
  };

  it("shows at once, and in every list once it is saved", async () => {
    shownNotices();
    const [first, second] = [pet(1), pet(2)];
    const { statuses } = await shown([first, second]);
    const answer = Promise.withResolvers<object>();
    const asked = fakeService({ "POST /v1/pets/changes": () => answer.promise });
    const key = petPageQuery({}).queryKey;
    queryClient.setQueryData(key, { rows: [first, second], cursors: {} });
    changeStatus(first, "sold");
    await until(() => statuses()[0] === "sold");
    expect(statuses()).toEqual(["sold", "available"]);
    answer.resolve(changes()());
    await until(() => queryClient.getQueryData(key)?.rows[0]?.status === "sold");
    expect([asked.length, queryClient.getQueryData(key)?.rows.map(({ status }) => status)]).toEqual([
      1,
      ["sold", "available"],
    ]);
  });

  it("is not sent if the animal already has that status", async () => {
    const asked = fakeService({ "POST /v1/pets/changes": changes() });
    changeStatus(pet(1, "sold"), "sold");
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([]);
  });

  it("waits for an earlier change of the same animal, and shows over it", async () => {
    const notices = shownNotices();
    const luna = pet(1);
    const { statuses } = await shown([luna]);
    const [first, second] = [Promise.withResolvers<object>(), held(changes())];
    const answers = inTurn(() => first.promise, second.answer);
    const asked = fakeService({ "POST /v1/pets/changes": answers });
    changeStatus(luna, "sold");
    changeStatus({ ...luna, status: "sold" }, "pending");
    await until(() => asked.length === 1 && statuses()[0] === "pending");
    first.resolve(changes()());
    await until(() => asked.length === 2);
    expect(statuses()).toEqual(["pending"]);
    second.release();
    await until(() => titlesOf(notices).includes("Luna 1 is pending"));
    expect(asked.map(({ body }) => (body as readonly { readonly from: object }[])[0]?.from)).toEqual([
      petFieldsOf({ name: "Luna 1" }),
      petFieldsOf({ name: "Luna 1", status: "sold" }),
    ]);
  });

  it("does not wait for a change of another animal", async () => {
    shownNotices();
    const asked = fakeService({ "POST /v1/pets/changes": () => new Promise(() => undefined) });
    changeStatus(pet(31), "sold");
    changeStatus(pet(32), "sold");
    await until(() => asked.length === 2);
  });

  it.each([
    ["a refusal", changes([{ id: 41, reason: "reserved", now: pet(41) }])],
    ["a failure", () => refusal(500, "internal_error")],
  ])("returns to the old status after %s", async (_, answer) => {
    shownNotices();
    const luna = pet(41);
    const { statuses } = await shown([luna]);
    const isSeen = Promise.withResolvers<void>();
    fakeService({ "POST /v1/pets/changes": () => isSeen.promise.then<object>(answer) });
    queryClient.setQueryData(petPageQuery({}).queryKey, { rows: [luna], cursors: {} });
    changeStatus(luna, "sold");
    await until(() => statuses()[0] === "sold");
    isSeen.resolve();
    await until(() => statuses()[0] === "available");
    expect(queryClient.getQueryData(petPageQuery({}).queryKey)?.rows[0]?.status).toBe("available");
    openConflicts.set([]);
  });
});

describe("saved views", () => {
  const view = (name: string, isOwn: boolean) =>
    ({ page: "pets", name, isOwn, isShared: true, query: {}, owner: { id: 1, name: "M" } }) as View;

  it("are replaced by a person's view of the same name, whatever its case", () => {
    const views = [view("Sold cats", false), view("Sold Cats", true)];
    expect(replacedBy(views, " sold cats ")).toBe(views[1]);
    expect(replacedBy([view("Sold cats", false)], "Sold cats")).toBeUndefined();
    expect(replacedBy(views, "")).toBeUndefined();
  });

  it("save the filters and the order, and then close the dialog", async () => {
    const notices = shownNotices();
    const onSaved = vi.fn<() => void>();
    const hook = await runHook(() => usePutView(onSaved));
    const put = inTurn(
      () => refusal(409, "too_many_views"),
      () => ({ body: {} }),
    );
    const asked = fakeService({ "PUT /v1/views/Sold": put });
    const given = {
      page: "pets",
      name: "Sold",
      query: { status: "sold", id: [1, 2], sort: "-id", limit: 20, columns: ["breed"] },
      isShared: true,
    } as const;
    hook.now().mutate(given);
    await until(() => hook.now().isError);
    expect([onSaved.mock.calls.length, titlesOf(notices)]).toEqual([0, []]);
    hook.now().mutate(given);
    await until(() => onSaved.mock.calls.length === 1);
    expect(asked[1]?.body).toEqual({
      page: "pets",
      query: { status: "sold", sort: "-id", limit: 20, id: [1, 2], columns: ["breed"] },
      isShared: true,
    });
    expect(titlesOf(notices)).toEqual(["Saved the view “Sold”"]);
  });

  it("are renamed by saving under the new name and deleting the old one, and stay pinned", async () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    const notices = shownNotices();
    const onRenamed = vi.fn<() => void>();
    const hook = await runHook(() => useRenameView(onRenamed));
    pinnedViews.set(["1/Other", "1/Sold"]);
    const asked = fakeService({
      "PUT /v1/views/Gone": inTurn(
        () => refusal(412, "precondition_failed"),
        () => ({ body: {} }),
      ),
      "PUT /v1/views/SOLD": () => ({ body: {} }),
      "DELETE /v1/views/Sold": () => ({ status: 204 }),
    });
    hook.now().mutate({ view: view("Sold", true), name: "Gone" });
    await until(() => hook.now().isError);
    expect([asked.map(({ line }) => line), pinnedViews.get()]).toEqual([["PUT /v1/views/Gone"], ["1/Other", "1/Sold"]]);
    hook.now().mutate({ view: view("Sold", true), name: "Gone" });
    await until(() => onRenamed.mock.calls.length === 1);
    expect([asked.at(-1)?.line, asked.at(-2)?.body, pinnedViews.get()]).toEqual([
      "DELETE /v1/views/Sold",
      { page: "pets", query: {}, isShared: true },
      ["1/Other", "1/Gone"],
    ]);
    expect(titlesOf(notices)).toEqual(["The view is now called “Gone”"]);
    hook.now().mutate({ view: view("Sold", true), name: "SOLD" });
    await until(() => onRenamed.mock.calls.length === 2);
    expect(asked.at(-1)?.line).toBe("PUT /v1/views/SOLD");
    const ofOrders = { ...view("Sold", true), page: "orders" as const };
    pinnedViews.set(["1/Sold", "orders/1/Sold"]);
    hook.now().mutate({ view: ofOrders, name: "SOLD" });
    await until(() => onRenamed.mock.calls.length === 3);
    expect([asked.at(-1)?.body, pinnedViews.get()]).toEqual([
      { page: "orders", query: {}, isShared: true },
      ["1/Sold", "orders/1/SOLD"],
    ]);
    pinnedViews.set([]);
    vi.unstubAllGlobals();
  });

  it("are reported as still existing if they could not be deleted", async () => {
    const notices = shownNotices();
    const hook = await runHook(() => useDeleteView());
    fakeService({
      "DELETE /v1/views/Sold": inTurn(
        () => refusal(500, "internal_error"),
        () => ({ status: 204 }),
      ),
    });
    hook.now().mutate(view("Sold", true));
    await until(() => titlesOf(notices).includes("That did not work"));
    hook.now().mutate(view("Sold", true));
    await until(() => titlesOf(notices).includes("Deleted the view “Sold”"));
  });
});

it("a row leaves modified and secondary clicks to the browser", () => {
  const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
  const others = [{ button: 1 }, { metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }];
  expect([plain, ...others.map((other) => ({ ...plain, ...other }))].map(opensElsewhere)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});
