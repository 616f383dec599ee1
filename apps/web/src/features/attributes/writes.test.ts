import type { Attribute } from "@petstore/contract/client";
import { describe, expect, it, vi } from "vitest";
import { attributeOf } from "../../../test/support/examples";
import { fakeService, held, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, settled, until, watchRefresh } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { actionKeyOf, undoes, undoIn, undoneAtOnce } from "../../../test/support/undos";
import { ApiError } from "../../lib/service/api-error";
import { attributesQuery } from "../../lib/pets/attributes";
import { queryClient } from "../../lib/service/query-client";
import { undoLast } from "../../lib/history/undo";
import { t } from "../../texts";
import { isStale, unfitOf, userOf } from "./refusals";
import { parseAttributeSearch } from "./search";
import { attributeQuery } from "./queries";
import { useCreateAttribute, useDeleteAttribute, useMoveAttribute, useUpdateAttribute } from "./use-attribute-writes";

const breed = attributeOf();
const tagged = { one: breed, etag: '"1"' };
const answerOf = (one: Attribute, status = 200) => ({ status, body: one, headers: { etag: '"2"' } });

describe("a field definition", () => {
  const start = async <Hook>(use: (onDone: () => void) => Hook, handlers: Parameters<typeof fakeService>[0]) => {
    const [notices, onDone] = [shownNotices(), vi.fn<() => void>()];
    const asked = fakeService(handlers);
    const hook = await runHook(() => use(onDone));
    watchRefresh();
    return { hook, notices, onDone, asked };
  };

  it.each([
    [
      "added is deleted",
      useCreateAttribute,
      { "POST /v1/attributes": () => answerOf(breed, 201) },
      { name: "breed", label: "Breed", type: "text" },
      ["Added the field Breed", "Deleted the field Breed"],
    ],
    [
      "changed, archived or used again is as before",
      useUpdateAttribute,
      { "PATCH /v1/attributes/4": () => answerOf({ ...breed, isArchived: true }) },
      { ...tagged, change: { isArchived: true } },
      ["Archived the field Breed", "Put back the field Breed"],
    ],
    [
      "deleted is restored",
      useDeleteAttribute,
      { "DELETE /v1/attributes/4": () => ({ status: 204 }) },
      tagged,
      ["Deleted the field Breed", "Brought back the field Breed"],
    ],
  ] as const)(
    "a definition that is %s can be undone, and the service runs the undo",
    async (_what, use, handlers, input, titles) => {
      const { hook, notices, onDone, asked } = await start(
        use as (onDone: () => void) => { mutate: (one: never) => void },
        {
          ...handlers,
          ...undoes(),
        },
      );
      hook.now().mutate(input as never);
      await until(() => onDone.mock.calls.length === 1);
      const [done = "", back = ""] = titles;
      expect(titlesOf(notices)).toEqual([done]);
      undoLast();
      await until(() => titlesOf(notices).includes(back));
      expect(undoIn(asked)).toEqual({ lines: undoneAtOnce, key: actionKeyOf(asked[0]) });
    },
  );
});

it("a definition that somebody else has changed is read again before the next attempt", async () => {
  fakeService({
    "PATCH /v1/attributes/4": () => refusal(412, "precondition_failed"),
    "DELETE /v1/attributes/4": () => refusal(412, "precondition_failed"),
  });
  const hook = await runHook(() => [useUpdateAttribute(vi.fn()), useDeleteAttribute(vi.fn())] as const);
  const { queryKey } = attributeQuery(4);
  for (const at of [0, 1] as const) {
    queryClient.setQueryData(queryKey, tagged);
    hook.now()[at].mutate({ ...tagged, change: {} });
    // oxlint-disable-next-line no-await-in-loop
    await until(() => hook.now()[at].isError);
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  }
});

describe("a moved field", () => {
  const all = [1, 2, 3].map((id) => attributeOf({ id, label: `Field ${id}`, position: id * 10 }));
  const start = async (write: Parameters<typeof fakeService>[0][string], job: Parameters<typeof undoes>[0] = {}) => {
    const notices = shownNotices();
    const asked = fakeService({
      ...undoes(job),
      "GET /v1/attributes": () => ({ body: all }),
      "PATCH /v1/attributes/3": write,
    });
    const hook = await runHook(useMoveAttribute);
    queryClient.setQueryData(attributesQuery.queryKey, all);
    return { move: hook.now(), notices, asked };
  };
  const placed = () => queryClient.getQueryData(attributesQuery.queryKey)?.map(({ id }) => id);

  it("shows its new position at once, and Undo moves it back", async () => {
    const { move, notices, asked } = await start(() => ({ body: all[2] }));
    move(all, 2, 1);
    expect(placed()).toEqual([1, 3, 2]);
    await until(() => titlesOf(notices).includes("Moved Field 3"));
    undoLast();
    await until(() => titlesOf(notices).includes("Moved Field 3 back"));
    const moved = asked.filter(({ line }) => line.startsWith("PATCH"));
    expect(moved.map(({ body }) => body)).toEqual([{ position: 15 }]);
    expect(undoIn(asked).key).toBe(actionKeyOf(moved[0]));
  });

  it("is not moved back by Undo if somebody else has moved the field since", async () => {
    const leftOut = [{ subject: { kind: "attribute" as const, id: 3 }, name: "Field 3", reason: "changed" as const }];
    const { move, notices } = await start(() => ({ body: all[2] }), { done: 0, leftCount: 1, left: leftOut });
    move(all, 2, 1);
    await until(() => titlesOf(notices).includes("Moved Field 3"));
    undoLast();
    await until(() => titlesOf(notices).includes("1 change was not put back"));
    expect(notices().map(({ description }) => description)).toContain("Field 3: changed since");
    expect(titlesOf(notices)).not.toContain("Moved Field 3 back");
  });

  it("returns to its old position if the service refuses the move", async () => {
    const { move, notices } = await start(inTurn(() => refusal(403, "forbidden")));
    move(all, 2, 1);
    await until(() => titlesOf(notices).includes("That did not work"));
    expect(titlesOf(notices)).not.toContain("Moved Field 3");
    // No page shows the list, so it is not fetched here. The next page that shows it fetches it.
    expect(queryClient.getQueryState(attributesQuery.queryKey)?.isInvalidated).toBe(true);
  });

  it("waits for the previous move, and the list is fetched after the last one", async () => {
    const [first, second, read] = [
      held(() => ({ body: all[2] })),
      held(() => ({ body: all[0] })),
      held(() => ({ body: all })),
    ];
    const notices = shownNotices();
    const asked = fakeService({
      "GET /v1/attributes": read.answer,
      "PATCH /v1/attributes/3": first.answer,
      "PATCH /v1/attributes/1": second.answer,
    });
    const hook = await runHook(useMoveAttribute);
    queryClient.setQueryData(attributesQuery.queryKey, all);
    const reading = queryClient.fetchQuery({ ...attributesQuery, staleTime: 0 }).catch(() => undefined);
    hook.now()(all, 2, 0);
    read.release();
    await reading;
    expect(placed()).toEqual([3, 1, 2]);
    const refreshed = watchRefresh();
    hook.now()(queryClient.getQueryData(attributesQuery.queryKey) ?? [], 1, 2);
    const sent = () => asked.map(({ line }) => line).filter((line) => line.startsWith("PATCH"));
    await until(() => sent().length > 0);
    await settled();
    expect(sent()).toEqual(["PATCH /v1/attributes/3"]);
    undoLast();
    expect(titlesOf(notices)).toEqual([t.undo.saving]);
    first.release();
    await until(() => sent().length === 2);
    expect(refreshed()).toBe(0);
    second.release();
    await until(() => queryClient.isMutating() === 0);
    expect([refreshed(), titlesOf(notices).slice(0, 2)]).toEqual([1, ["Moved Field 1", "Moved Field 3"]]);
  });

  it("is not sent if the field stays at its position", async () => {
    const { move, asked } = await start(() => ({ body: all[2] }));
    move(all, 2, 2);
    move(all, 0, -1);
    expect([asked, placed()]).toEqual([[], [1, 2, 3]]);
  });
});

describe("a refusal by the service", () => {
  const conflict = (message: string) => new ApiError("conflict", message, 409);

  it("names the animals that do not fit a narrower definition", () => {
    const text = "body.maximum would not fit the values of 12 pets: 1, 22, 333; change their profiles first";
    expect(unfitOf(conflict(text))).toEqual({ count: 12, petIds: [1, 22, 333] });
    const one = "body.options would not fit the values of 1 pet: 123; change their profiles first";
    expect(unfitOf(conflict(one))).toEqual({ count: 1, petIds: [123] });
    expect(unfitOf(conflict("body.name is taken by attribute 4"))).toBeUndefined();
    expect(unfitOf(new ApiError("invalid_request", text, 400))).toBeUndefined();
  });

  it("names an animal that has a value if the field cannot be deleted for that reason", () => {
    expect(
      userOf(new ApiError("in_use", "pet 123 has a value of attribute 4; archive the attribute instead", 409)),
    ).toBe(123);
    expect([userOf(conflict("busy")), userOf(null)]).toEqual([undefined, undefined]);
  });

  it("is recognised as stale only if somebody else has changed the field", () => {
    expect([isStale(new ApiError("precondition_failed", "", 412)), isStale(conflict(""))]).toEqual([true, false]);
  });
});

it("leaves a parameter that names no field out of the address", () => {
  expect(parseAttributeSearch({ open: "7", new: "true" })).toEqual({ open: 7, new: true });
  expect(parseAttributeSearch({ open: "x", new: "1" })).toEqual({});
});
