import type { Attribute, Pet } from "@petstore/contract/client";
import { MAX_CHANGES, MAX_LISTED_IDS, MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { describe, expect, it, vi } from "vitest";
import { actionOf, petOf } from "../../../../test/support/examples";
import { type Asked, fakeService, held, inTurn, refusal, silence } from "../../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { lastAction, remember, undoLast } from "../../../lib/history/undo";
import { t } from "../../../texts";
import { actions } from "../../../texts/actions";
import { doneText, editsOf } from "./bulk-action";
import { planBulk } from "./bulk-plan";
import { makeFieldEdits } from "./field-edits";
import { countSelected, everything, isSelected, nothing, selectableTotal, withSelected } from "./selection";
import { useBulk } from "./use-bulk";
import { useSelection } from "./use-selection";

const pet = (id: number, status: Pet["status"] = "available") => petOf({ id, name: `Pet ${id}`, status });
const toSold = { kind: "status", status: "sold" } as const;
const isDryRun = ({ query }: Asked) => query.get("dryRun") === "true";
const idsOf = ({ body }: Asked) => (body as readonly { readonly id: number }[]).map(({ id }) => id);
const some = (...ids: readonly number[]) => ({ selection: withSelected(nothing, ids, true), filters: {} });

describe("changes of many animals", () => {
  it("skip animals that have the value, and delete all selected ones", () => {
    const pets = [pet(1), pet(2, "sold")];
    const { id: _, ...from } = pet(1);
    expect(editsOf(toSold, pets)).toEqual([{ id: 1, from, to: { ...from, status: "sold" } }]);
    expect(editsOf({ kind: "category", categoryId: 2 }, [pet(1)])[0]?.to).toEqual({ ...from, categoryId: 2 });
    expect(editsOf({ kind: "category", categoryId: 1 }, [pet(1)])).toEqual([]);
    expect(editsOf({ kind: "delete" }, pets).map(({ id, to }) => [id, to])).toEqual([
      [1, null],
      [2, null],
    ]);
  });

  it("are described by their kind", () => {
    const actions = [toSold, { kind: "category", categoryId: 2 }, { kind: "delete" }] as const;
    expect(actions.map((action) => doneText(action, 2))).toEqual([
      "Marked 2 animals as sold",
      "Changed the category of 2 animals",
      "Deleted 2 animals",
    ]);
  });
});

describe("all matching animals", () => {
  it("can be selected if a whole page is selected and more match", () => {
    const page = withSelected(nothing, [1, 2], true);
    expect(selectableTotal(page, [1, 2], 10)).toBe(10);
    expect(selectableTotal(page, [1, 2], 2)).toBeUndefined();
    expect(selectableTotal(page, [1, 2, 3], 10)).toBeUndefined();
    expect(selectableTotal(withSelected(everything, [1], false), [2, 3], 10)).toBeUndefined();
  });
});

describe("the plan of a change", () => {
  const signal = new AbortController().signal;
  const plan = (target: Parameters<typeof planBulk>[1], onProgress: (found: number) => void = () => undefined) =>
    planBulk(toSold, target, { signal, onProgress });

  it("reports which animals are left out and why, and which already have the value", async () => {
    const asked = fakeService({
      "GET /v1/pets": () => ({ body: [pet(1), pet(2, "sold"), pet(3)] }),
      "POST /v1/pets/changes": () => ({ body: { changed: 0, left: [{ id: 3, reason: "reserved", now: pet(3) }] } }),
    });
    const made = await plan(some(1, 2, 3, 4));
    expect([made.edits.map(({ id }) => id), made.already]).toEqual([[1], 1]);
    expect(made.left).toEqual([
      { id: 4, reason: "gone" },
      { id: 3, reason: "reserved" },
    ]);
    expect(asked.map((one) => isDryRun(one))).toEqual([false, true]);
  });

  it("reads all matching pages without exceptions, and reports progress", async () => {
    vi.stubGlobal("location", new URL("http://store.test/animals"));
    const pages = [
      { body: [pet(1), pet(2)], headers: { link: '</v1/pets?cursor=b>; rel="next"' } },
      { body: [pet(3)] },
    ] as const;
    const asked = fakeService({
      "GET /v1/pets": inTurn(
        () => pages[0],
        () => pages[1],
      ),
      "POST /v1/pets/changes": () => ({ body: { changed: 0, left: [] } }),
    });
    const found: number[] = [];
    const selection = withSelected(everything, [2], false);
    const made = await plan({ selection, filters: { q: "Rex" } }, (count) => found.push(count));
    expect([made.edits.map(({ id }) => id), found]).toEqual([
      [1, 3],
      [1, 2],
    ]);
    expect(asked.map(({ query }) => query.get("cursor"))).toEqual([null, "b", null]);
    expect(asked[1]?.query.get("q")).toBe("Rex");
  });

  it("checks at most one request of animals at once", async () => {
    const count = MAX_CHANGES + MAX_PAGE_SIZE;
    // One animal already has the wanted status, so the pages do not add up to whole requests.
    const read = (id: string) => pet(Number(id), id === "1" ? "sold" : "available");
    const asked = fakeService({
      "GET /v1/pets": ({ query }) => ({ body: query.getAll("id").map(read) }),
      "POST /v1/pets/changes": () => ({ body: { changed: 0, left: [] } }),
    });
    const { edits } = await plan(some(...Array.from({ length: count }, (_, at) => at + 1)));
    const sizes = asked.filter(isDryRun).map((one) => idsOf(one).length);
    expect([edits.length, Math.max(...sizes) <= MAX_CHANGES]).toEqual([count - 1, true]);
    expect(asked.filter((one) => !isDryRun(one))).toHaveLength(
      Math.ceil(count / Math.min(MAX_LISTED_IDS, MAX_PAGE_SIZE)),
    );
  });

  it("accepts 100,000 animals, and refuses one more", async () => {
    vi.stubGlobal("location", new URL("http://store.test/animals"));
    const body = Array.from({ length: 100_000 }, () => pet(1, "sold"));
    const headers = { link: '</v1/pets?cursor=b>; rel="next"' };
    fakeService({
      "GET /v1/pets": inTurn(
        () => ({ body }),
        () => ({ body, headers }),
        () => ({ body: [pet(2, "sold")] }),
      ),
    });
    const all = { selection: everything, filters: {} };
    expect((await plan(all)).already).toBe(100_000);
    await expect(plan(all)).rejects.toMatchObject({ code: "too_many", message: t.pets.bulk.tooMany("100,000") });
  });

  it("sends no request if no animal would change", async () => {
    const asked = fakeService({ "GET /v1/pets": () => ({ body: [pet(1, "sold")] }) });
    expect(await plan(some(1))).toEqual({ edits: [], already: 1, left: [] });
    expect(asked).toHaveLength(1);
  });
});

describe("a field of many animals", () => {
  const breed = {
    id: 3,
    name: "breed",
    label: "Breed",
    type: "text",
    categoryIds: [1],
    isArchived: false,
  } as Attribute;
  const fileOf = (id: number, value: unknown, categoryId = 1) => ({
    ...pet(id),
    categoryId,
    profile: { externalId: null, attributes: value === null ? {} : { breed: value }, photos: [], updatedAt: null },
  });
  type Update = { readonly petId: number; readonly profile: { readonly attributes: { readonly breed: unknown } } };

  /** A store that keeps the values. One of its animals has a category without the field. */
  const start = async (values: Map<number, unknown>, value: unknown, refuse?: () => ReturnType<typeof refusal>) => {
    const notices = shownNotices();
    const asked = fakeService({
      "GET /v1/pets": ({ query }) => ({
        body: query
          .getAll("id")
          .map(Number)
          .filter((id) => values.has(id))
          .map((id) => fileOf(id, values.get(id), id === 4 ? 2 : 1)),
      }),
      "POST /v1/profiles/batch": (one) => {
        if (refuse !== undefined) return refuse();
        const updates = one.body as readonly Update[];
        if (!isDryRun(one)) for (const { petId, profile } of updates) values.set(petId, profile.attributes.breed);
        return { body: { count: updates.length, changed: updates.length } };
      },
    });
    const hook = await runHook(() => useBulk(some(1, 2, 3, 4, 5), () => undefined));
    hook.now().open({ kind: "field", one: breed, value });
    const phase = () => hook.now().state.phase;
    await until(() => phase() !== "checking" && phase() !== "closed");
    const written = () => asked.filter((one) => one.line === "POST /v1/profiles/batch" && !isDryRun(one));
    return { hook, phase, notices, written };
  };
  const inStore = (): Map<number, unknown> =>
    new Map([
      [1, "Collie"],
      [2, null],
      [3, "Poodle"],
      [4, null],
    ]);

  it("is set on animals whose category has it, and Undo puts it back", async () => {
    const values = inStore();
    const { hook, phase, notices, written } = await start(values, "Poodle");
    expect(hook.now().state).toMatchObject({
      plan: {
        edits: [{ id: 1 }, { id: 2 }],
        already: 1,
        left: [
          { id: 4, reason: "category", name: "Pet 4" },
          { id: 5, reason: "gone" },
        ],
      },
    });
    expect(written()).toEqual([]);
    hook.now().run();
    await until(() => phase() === "closed");
    expect([...values.values()]).toEqual(["Poodle", "Poodle", "Poodle", null]);
    expect(titlesOf(notices)).toEqual(["Changed Breed of 2 animals"]);
    const key = written()[0]?.headers.get("action-key");
    const job = {
      status: "done",
      done: 1,
      leftCount: 1,
      total: 2,
      startedAt: "",
      finishedAt: "",
      actionId: null,
      subject: null,
      left: null,
    };
    const asked = fakeService({
      "GET /v1/actions": () => ({ body: [actionOf()] }),
      "POST /v1/actions/1-1/undo": () => ({ status: 202, body: actionOf({ status: "partly_undone", job }) }),
    });
    undoLast();
    await until(() => titlesOf(notices).includes("Put back Breed of 1 animal"));
    expect(asked[0]?.query.get("key")).toBe(key);
    expect(titlesOf(notices)).toContain(actions.wasLeft(1));
  });

  it("is cleared with null if nobody else has changed its value since", async () => {
    const values = inStore();
    const { hook, phase, notices, written } = await start(values, null);
    values.set(3, "Beagle");
    hook.now().run();
    await until(() => phase() === "finished");
    expect(hook.now().state).toMatchObject({ conflicts: [{ edit: { id: 3, name: "Pet 3" }, reason: "changed" }] });
    expect(written().map(({ body }) => body)).toEqual([[{ petId: 1, profile: { attributes: { breed: null } } }]]);
    expect(titlesOf(notices)).toEqual(["Cleared Breed of 1 animal"]);
  });

  it("is left out for animals that are gone or have changed their category", async () => {
    const values = inStore();
    const { hook, phase, notices, written } = await start(values, "Beagle");
    const [first, moved] = [hook.now().state, fileOf(2, null, 2)];
    if (first.phase !== "ready") throw new Error(first.phase);
    expect(first.plan.edits.map(({ id }) => id)).toEqual([1, 2, 3]);
    values.delete(1);
    values.delete(2);
    const asked = fakeService({
      "GET /v1/pets": () => ({ body: [moved, fileOf(3, "Poodle")] }),
      "POST /v1/profiles/batch": silence,
    });
    hook.now().run();
    await until(() => asked.length === 2);
    // The change that is being written cannot be undone yet, and Undo does not take an older change instead.
    undoLast();
    expect([titlesOf(notices), phase(), written()]).toEqual([[t.undo.saving], "running", []]);
    expect(asked[1]?.body).toEqual([{ petId: 3, profile: { attributes: { breed: "Beagle" } } }]);
    const clear = [{ id: 2, name: "Pet 2", before: "Collie", after: null }];
    const cleared = fakeService({
      "GET /v1/pets": () => ({ body: [fileOf(2, "Collie", 2)] }),
      "POST /v1/profiles/batch": () => ({ body: { count: 1, changed: 1 } }),
    });
    expect(await makeFieldEdits(breed, clear)).toEqual({ done: clear, unchanged: 0, conflicts: [] });
    expect(cleared).toHaveLength(2);
    fakeService({ "GET /v1/pets": () => ({ body: [moved] }) });
    const set = [1, 2].map((id) => ({ id, name: `Pet ${id}`, before: null, after: "Beagle" }));
    expect(await makeFieldEdits(breed, set)).toMatchObject({
      done: [],
      conflicts: [{ reason: "gone" }, { reason: "category" }],
    });
  });

  it("shows the rule for a refused value, which can be corrected", async () => {
    const message = "body.0.profile.attributes.breed must be shorter";
    const { hook, phase, written } = await start(inStore(), "Long", () => ({
      status: 400,
      body: { code: "invalid_request", message, status: 400 },
    }));
    expect(hook.now().state).toMatchObject({ error: { message: "Breed: Must be shorter" } });
    hook.now().open("field");
    await until(() => phase() === "field");
    expect([hook.now().state, written()]).toMatchObject([{ last: { value: "Long" } }, []]);
  });

  it("sends long texts in several requests", async () => {
    const text = "x".repeat(1_500_000);
    const { hook, phase, written } = await start(inStore(), text);
    hook.now().run();
    await until(() => phase() === "closed");
    expect(written().map(({ body }) => (body as readonly Update[]).map(({ petId }) => petId))).toEqual([[1, 2], [3]]);
  });
});

describe("a bulk change", () => {
  type Answers = Parameters<typeof fakeService>[0][string];
  const start = async (
    count: number,
    changes: Answers,
    tries: Answers = () => ({ body: { changed: 0, left: [] } }),
  ) => {
    const notices = shownNotices();
    const onDone = vi.fn<() => void>();
    const target = some(...Array.from({ length: count }, (_, at) => at + 1));
    const asked = fakeService({
      "GET /v1/pets": ({ query }) => ({ body: query.getAll("id").map((id) => pet(Number(id))) }),
      "POST /v1/pets/changes": (one) => (isDryRun(one) ? tries(one) : changes(one)),
    });
    const hook = await runHook(() => useBulk(target, onDone));
    const phase = () => hook.now().state.phase;
    const changed = () => asked.filter((one) => one.line === "POST /v1/pets/changes" && !isDryRun(one));
    const sent = () => changed().map(idsOf);
    const keys = () => changed().map(({ headers }) => headers.get("action-key"));
    return { hook, phase, onDone, notices, sent, keys, bulk: () => hook.now() };
  };
  const done = () => ({ body: { changed: 1, left: [] } });

  it("waits for confirmation, announces the result, and clears the selection", async () => {
    const { bulk, phase, sent, onDone, notices } = await start(2, done);
    const refresh = watchRefresh();
    bulk().open(toSold);
    await until(() => phase() === "ready");
    expect([sent(), onDone.mock.calls.length]).toEqual([[], 0]);
    bulk().run();
    await until(() => phase() === "closed");
    expect([sent(), titlesOf(notices), onDone.mock.calls.length]).toEqual([[[1, 2]], ["Marked 2 animals as sold"], 1]);
    expect(refresh()).toBe(1);
  });

  it("asks for a category first if the action needs one and has none", async () => {
    const { bulk, phase } = await start(1, done);
    bulk().open("category");
    await until(() => phase() === "category");
  });

  it("is split into smaller parts of one action when it is too heavy", async () => {
    const MOST = 3;
    const heavy = (one: Asked) => (idsOf(one).length > MOST ? refusal(413, "payload_too_large") : done());
    const { bulk, phase, sent, keys, notices } = await start(11, heavy, heavy);
    bulk().open({ kind: "delete" });
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => phase() === "closed");
    const made = sent().filter((ids) => ids.length <= MOST);
    expect(sent().map(({ length }) => length)).toEqual([11, 6, 3, 3, 3, 2]);
    expect(made.flat()).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
    expect(new Set(keys()).size).toBe(1);
    expect(titlesOf(notices)).toEqual(["Deleted 11 animals"]);
  });

  it("fails if one animal alone is too heavy, and keeps the earlier parts", async () => {
    const heavy = (one: Asked) => (idsOf(one).includes(2) ? refusal(413, "payload_too_large") : done());
    const { bulk, phase, sent } = await start(3, heavy);
    bulk().open(toSold);
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => phase() === "failed");
    expect(sent()).toEqual([[1, 2, 3], [1, 2], [1], [2]]);
    expect(bulk().state).toMatchObject({ done: [{ id: 1 }], error: { status: 413 } });
  });

  it("continues at the same place after a failure, and is announced once", async () => {
    const { bulk, phase, sent, notices } = await start(
      MAX_CHANGES + 2,
      inTurn(done, () => refusal(500, "internal_error"), done),
    );
    bulk().open(toSold);
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => phase() === "failed");
    expect(titlesOf(notices)).toEqual([]);
    bulk().run();
    await until(() => phase() === "closed");
    expect(sent().map((ids) => ids.length)).toEqual([MAX_CHANGES, 2, 2]);
    expect(titlesOf(notices)).toEqual([`Marked 1,002 animals as sold`]);
  });

  it("does not send animals again after a failure that were left out before", async () => {
    const left = [{ id: 2, reason: "changed", now: pet(2) }];
    const { bulk, phase, sent } = await start(
      MAX_CHANGES + 2,
      inTurn(
        () => ({ body: { changed: MAX_CHANGES - 1, left } }),
        () => refusal(500, "internal_error"),
        done,
      ),
    );
    bulk().open(toSold);
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => phase() === "failed");
    bulk().run();
    await until(() => phase() === "finished");
    const rest = [MAX_CHANGES + 1, MAX_CHANGES + 2];
    expect(sent().slice(1)).toEqual([rest, rest]);
    expect(bulk().state).toMatchObject({ isStopped: false, conflicts: [{ edit: { id: 2 } }] });
  });

  it("announces the changes made so far if the dialog is closed after a failure", async () => {
    const { bulk, phase, notices, onDone } = await start(
      MAX_CHANGES + 2,
      inTurn(done, () => refusal(500, "internal_error")),
    );
    bulk().open(toSold);
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => phase() === "failed");
    bulk().close();
    await until(() => phase() === "closed");
    expect([titlesOf(notices), onDone.mock.calls.length]).toEqual([["Marked 1,000 animals as sold"], 1]);
  });

  it("lists the animals that were left out, and announces only those that were changed", async () => {
    const left = [{ id: 2, reason: "changed", now: pet(2) }];
    const { bulk, phase, notices } = await start(2, () => ({ body: { changed: 1, left } }));
    bulk().open(toSold);
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => phase() === "finished");
    expect(bulk().state).toMatchObject({ isStopped: false, conflicts: [{ reason: "changed" }] });
    expect(titlesOf(notices)).toEqual(["Marked 1 animal as sold"]);
  });

  it("announces nothing if no animal was changed", async () => {
    remember({ title: "Before" });
    const left = [{ id: 1, reason: "changed", now: pet(1) }];
    const { bulk, phase, notices } = await start(1, () => ({ body: { changed: 0, left } }));
    bulk().open(toSold);
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => phase() === "finished");
    expect([titlesOf(notices), lastAction()]).toEqual([[], "Before"]);
  });

  it("stays closed if it is closed before its check ends", async () => {
    const answer = Promise.withResolvers<void>();
    const notices = shownNotices();
    fakeService({
      "GET /v1/pets": async () => {
        await answer.promise;
        return { body: [pet(1)] };
      },
      "POST /v1/pets/changes": done,
    });
    const hook = await runHook(() => useBulk(some(1), () => undefined));
    hook.now().open(toSold);
    await until(() => hook.now().state.phase === "checking");
    hook.now().close();
    await until(() => hook.now().state.phase === "closed");
    answer.resolve();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([hook.now().state.phase, titlesOf(notices)]).toEqual(["closed", []]);
  });

  it("says why a check failed, and can check again", async () => {
    fakeService({
      "GET /v1/pets": inTurn(
        () => refusal(500, "internal_error"),
        () => ({ body: [pet(1)] }),
      ),
      "POST /v1/pets/changes": done,
    });
    const hook = await runHook(() => useBulk(some(1), () => undefined));
    hook.now().open(toSold);
    await until(() => hook.now().state.phase === "check-failed");
    hook.now().run();
    await until(() => hook.now().state.phase === "ready");
  });

  it("stops when the page is left", async () => {
    const { answer, release } = held(done);
    const { bulk, phase, sent, hook, notices } = await start(MAX_CHANGES + 2, answer);
    bulk().open(toSold);
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => sent().length === 1);
    hook.unmount();
    release();
    // The part that was done can still be undone.
    await until(() => titlesOf(notices).includes("Marked 1,000 animals as sold"));
    expect(sent()).toHaveLength(1);
  });

  it("counts as stopped if the last step fails after Stop was pressed", async () => {
    const { answer, release } = held(() => refusal(500, "internal_error"));
    const { bulk, phase, sent } = await start(2, answer);
    bulk().open(toSold);
    await until(() => phase() === "ready");
    bulk().run();
    await until(() => sent().length === 1);
    bulk().stop();
    release();
    await until(() => phase() !== "running");
    expect(bulk().state).toMatchObject({ phase: "finished", isStopped: true, done: [] });
  });
});

describe("the selection of a list", () => {
  const start = (filters: { current: string }, ids: readonly number[] = [1, 2, 3, 4, 5]) =>
    runHook(() => useSelection(filters.current, ids));

  it("selects a range from the row that was chosen last, and can be cleared", async () => {
    const hook = await start({ current: "a" });
    const idsNow = () => {
      const [selection] = hook.now();
      return selection.mode === "some" ? [...selection.ids] : "all";
    };
    hook.now()[1].choose(2, true, false);
    hook.now()[1].choose(4, true, true);
    await until(() => idsNow().length === 3);
    expect(idsNow()).toEqual([2, 3, 4]);
    hook.now()[1].toggle(3);
    await until(() => idsNow().length === 2);
    hook.now()[1].choose(5, true, true);
    await until(() => idsNow().length === 4);
    expect(idsNow()).toEqual([2, 4, 3, 5]);
    hook.now()[1].selectAll();
    await until(() => idsNow() === "all");
    hook.now()[1].clear();
    await until(() => idsNow().length === 0);
  });

  it("ends when the filters of the list change", async () => {
    const filters = { current: "a" };
    const hook = await start(filters);
    const count = () => countSelected(hook.now()[0], 5);
    hook.now()[1].set([1, 2], true);
    await until(() => count() === 2);
    const before = hook.now()[1];
    filters.current = "b";
    before.set([3], true);
    await until(() => count() === 0);
    hook.now()[1].set([4], true);
    await until(() => count() === 1);
    expect(isSelected(hook.now()[0], 4)).toBe(true);
  });
});
