import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeService, inTurn, refusal } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { undoes, undoIn, undoneAtOnce } from "../../../test/support/undos";
import type { CategoryCounts } from "../../lib/pets/category-counts";
import { undoLast } from "../../lib/history/undo";
import { sumOf, targetsOf } from "./arrange";
import { merge } from "./merge";
import { announceRename } from "./rename";
import { parseCategorySearch } from "./search";

const category = (categoryId: number, name: string | null): CategoryCounts => ({
  categoryId,
  name,
  available: 1,
  pending: 2,
  sold: 4,
});
const cats = category(1, "Cats");
const dogs = category(2, "Wild dogs");
const dog = category(3, "Dog");

describe("the address of the categories", () => {
  it("accepts a text or a number, and ignores anything else", () => {
    expect(parseCategorySearch({ q: 99, sort: "count", new: "true" })).toEqual({ q: "99", sort: "count", new: true });
    expect(parseCategorySearch({ q: "", sort: "name", new: "no", colour: "red" })).toEqual({});
  });
});

describe("the targets of a merge", () => {
  it("are all other categories, the best match first", () => {
    expect(targetsOf([cats, dogs, dog], cats, "dog")).toEqual([dog, dogs]);
    expect(targetsOf([cats, dogs, dog], dog, "")).toEqual([cats, dogs]);
    expect(targetsOf([cats], cats, "cats")).toEqual([]);
  });

  it("show the sum of both categories, and keep their name", () => {
    expect(sumOf({ ...cats, available: 10, pending: 20, sold: 40 }, dogs)).toEqual({
      ...dogs,
      available: 11,
      pending: 22,
      sold: 44,
    });
  });
});

describe("a merge", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const job = (moved: number, status = "running") => ({ id: 5, status, moved, total: 3, into: 2 });

  it("a merge that is done at once returns the target category", async () => {
    const asked = fakeService({
      "POST /v1/categories/1/merge": () => ({ body: { id: 2, name: "Dogs", petCount: 7 } }),
    });
    expect(await merge({ from: 1, into: 2 }, "key-1", () => undefined)).toMatchObject({ id: 2, petCount: 7 });
    expect(asked.map(({ body, headers }) => [body, headers.get("idempotency-key")])).toEqual([[{ into: 2 }, "key-1"]]);
  });

  it("a merge in steps is polled every second, and reports progress until it ends", async () => {
    const asked = fakeService({
      "POST /v1/categories/1/merge": () => ({ status: 202, body: job(0) }),
      "GET /v1/category-merges/5": inTurn(
        () => ({ body: job(2) }),
        () => ({ body: job(3, "done") }),
      ),
      "GET /v1/categories/2": () => ({ body: { id: 2, name: "Dogs", petCount: 7 } }),
    });
    const moved: number[] = [];
    const merged = merge({ from: 1, into: 2 }, "key-1", (progress) => moved.push(progress.moved));
    const isTold = (progress: readonly number[]) => vi.waitFor(() => expect(moved).toEqual(progress), { interval: 0 });
    await isTold([0]);
    vi.advanceTimersByTime(999);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await isTold([0, 2]);
    vi.advanceTimersByTime(1_000);
    expect(await merged).toMatchObject({ id: 2 });
    expect(asked.map(({ line }) => line).slice(1)).toEqual([
      "GET /v1/category-merges/5",
      "GET /v1/category-merges/5",
      "GET /v1/categories/2",
    ]);
  });

  it("rejects if the service refuses it", async () => {
    fakeService({ "POST /v1/categories/1/merge": () => refusal(409, "conflict") });
    await expect(merge({ from: 1, into: 2 }, "key-1", () => undefined)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the undo of a rename", () => {
  const rename = { categoryId: 4, old: "Dgos", name: "Dogs", key: "k" };

  it.each([
    ["the old name", "Dgos", "Renamed Dogs back to Dgos"],
    ["no name at all", null, "Renamed Dogs back to Category 4"],
  ])("restores %s", async (_what, old, title) => {
    const notices = shownNotices();
    const asked = fakeService(undoes());
    announceRename({ ...rename, old });
    undoLast();
    await until(() => titlesOf(notices).includes(title));
    expect(undoIn(asked)).toEqual({ lines: undoneAtOnce, key: "k" });
  });

  it("keeps a name that somebody has given the category since, and says so", async () => {
    const notices = shownNotices();
    const leftOut = [{ subject: { kind: "category" as const, id: 4 }, name: "Hounds", reason: "changed" as const }];
    fakeService(undoes({ done: 0, leftCount: 1, left: leftOut }));
    announceRename(rename);
    undoLast();
    await until(() => titlesOf(notices).includes("1 change was not put back"));
    expect(notices().map(({ description }) => description)).toContain("Hounds: changed since");
  });
});
