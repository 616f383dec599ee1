import { describe, expect, it, vi } from "vitest";
import { fakeService, refusal } from "../../../test/support/fake-service";
import { runHook, until } from "../../../test/support/hook";
import { ask } from "./api";
import { pageQuery } from "./page-query";
import { usePage, usePageKeys } from "./use-paging";

describe("the pages of a list", () => {
  it("lead to the previous and the next page if they exist", async () => {
    const goTo = vi.fn<(place: string | undefined) => void>();
    const hook = await runHook(() => usePageKeys({ prev: "a", next: undefined }, goTo));
    expect([hook.now().hasPrevious, hook.now().hasNext]).toEqual([true, false]);
    const both = await runHook(() => usePageKeys({ prev: "a", next: "b" }, goTo));
    both.now().onPrevious();
    both.now().onNext();
    expect(goTo.mock.calls).toEqual([["a"], ["b"]]);
  });

  const start = async (cursor: string | undefined, status: number) => {
    const goTo = vi.fn<(place: string | undefined) => void>();
    fakeService({ "GET /v1/views": () => refusal(status, "failed") });
    const query = pageQuery(
      ["pages", cursor],
      (given) => ask((api, options) => api.views.listViews(options), given),
      {},
    );
    const hook = await runHook(() => usePage(query, cursor, goTo));
    await until(() => hook.now().query.error !== null);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return goTo.mock.calls;
  };

  it("return to the first page after an unknown cursor, but not after other failures", async () => {
    expect(await start("lost", 400)).toEqual([[undefined]]);
    expect(await start("known", 500)).toEqual([]);
    expect(await start(undefined, 400)).toEqual([]);
  });
});
