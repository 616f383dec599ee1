import type { AuditEvent, Order, Pet, PetFields } from "@petstore/contract/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { petFieldsOf } from "../../../../test/support/examples";
import { actAs, fakeService, held, inTurn, refusal, silence } from "../../../../test/support/fake-service";
import { runHook, settled, until, watchRefresh } from "../../../../test/support/hook";
import { linksOf, markupOf, textOf } from "../../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { openConflicts } from "../../../lib/pets/conflicts";
import { initialFields } from "../../../lib/pets/pet-fields";
import { queryClient } from "../../../lib/service/query-client";
import { hasDrafts } from "../../../lib/page/drafts";
import { session } from "../../../lib/session/session";
import { nextAfter, useNewPetDraft, usePetDraft } from "./drafts";
import { Gone } from "./notes";
import { PetOrders } from "./pet-orders";
import { isOpenOrder, petHistoryQuery } from "./queries";
import { useAddPet } from "./use-add-pet";
import { usePetEditor } from "./use-pet-editor";

const luna = petFieldsOf();
const pet = (id: number, fields: Partial<PetFields> = {}): Pet => ({ id, ...luna, ...fields });
const done = () => ({ body: { changed: 1, left: [] } });

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  actAs("clerk");
});
afterEach(async () => {
  // The drafts of an account last as long as the tab.
  const draft = await runHook(() => useNewPetDraft());
  draft.now().end();
  openConflicts.set([]);
  vi.unstubAllGlobals();
});

describe("the drafts", () => {
  it("are one for each animal, and one for a new animal", async () => {
    const hook = await runHook(() => [usePetDraft(1), usePetDraft(2), useNewPetDraft()] as const);
    hook.now()[0].set({ base: luna, changes: { name: "Lola" } });
    await until(() => hook.now()[0].draft !== undefined);
    expect([hook.now()[1].draft, hook.now()[2].draft]).toEqual([undefined, undefined]);
    hook.now()[2].set({ name: "Ada" });
    await until(() => hook.now()[2].draft !== undefined);
    expect(hook.now()[0].draft?.changes).toEqual({ name: "Lola" });
    hook.now()[0].set(undefined);
    await until(() => hook.now()[0].draft === undefined);
    expect(hook.now()[2].draft).toEqual({ name: "Ada" });
    hook.now()[2].end();
    await until(() => hook.now()[2].draft === undefined);
  });

  it("are kept in the tab, for the account that typed them", async () => {
    const mine = await runHook(() => usePetDraft(3));
    mine.now().set({ base: luna, changes: { name: "Lola" } });
    expect([stored.get("drafts-7")?.includes("Lola"), hasDrafts(7)]).toEqual([true, true]);
    const current = session.state.get();
    if (current.phase === "signed-in") session.state.set({ ...current, user: { ...current.user, id: 8 } });
    const others = await runHook(() => usePetDraft(3));
    expect([others.now().draft, hasDrafts(8)]).toEqual([undefined, false]);
  });

  it("begin the next animal with the values of the last one, except its texts", () => {
    expect(nextAfter(petFieldsOf({ categoryId: 5, status: "pending" }))).toEqual({
      ...initialFields,
      categoryId: 5,
      status: "pending",
    });
  });
});

describe("a new animal", () => {
  const lost = () => {
    throw new Error("The answer is lost.");
  };
  const start = async (answer: Parameters<typeof fakeService>[0][string]) => {
    const notices = shownNotices();
    const onAdded = vi.fn<() => void>();
    const onFailed = vi.fn<() => void>();
    const onOpen = vi.fn<(id: number) => void>();
    const asked = fakeService({ "POST /v1/pets": answer });
    const hook = await runHook(() => useAddPet({ onAdded, onFailed, onOpen }));
    hook.now().set({ ...luna });
    await until(() => hook.now().draft?.name === "Luna");
    const add = async () => {
      const before = onAdded.mock.calls.length + onFailed.mock.calls.length;
      hook.now().add(luna);
      await until(() => onAdded.mock.calls.length + onFailed.mock.calls.length > before);
      await until(() => !hook.now().write.isPending);
    };
    const keys = () => asked.map(({ headers }) => headers.get("idempotency-key"));
    return { hook, add, keys, notices, onAdded, onFailed, onOpen };
  };
  const created = () => ({ status: 201, body: pet(60) });

  it("is announced with an undo, and the next animal begins with all its values but the name", async () => {
    const { hook, add, notices, onAdded } = await start(created);
    hook.now().set({ ...luna, details: { breed: "Collie" } });
    await until(() => hook.now().draft?.details !== undefined);
    hook.now().sayKept("Kept, not saved");
    await add();
    await until(() => hook.now().draft?.name === "");
    expect([titlesOf(notices), onAdded.mock.calls.length]).toEqual([["Added Luna"], 1]);
    expect([hook.now().draft, hook.now().isTyped]).toEqual([{ ...initialFields, categoryId: 1 }, false]);
  });

  it("can be opened from the notice", async () => {
    const { add, notices, onOpen } = await start(created);
    await add();
    expect([notices()[0]?.label, notices()[0]?.firstAction?.label]).toEqual(["Undo", "Open"]);
    notices()[0]?.firstAction?.run();
    expect(onOpen.mock.calls).toEqual([[60]]);
  });

  it("is sent as a separate request, even if it equals the animal before", async () => {
    const { add, keys } = await start(created);
    await add();
    await add();
    expect(new Set(keys()).size).toBe(2);
  });

  it("is sent again under the same key after a lost response, and keeps the typed values", async () => {
    const { hook, add, keys, notices, onFailed } = await start(inTurn(lost, created));
    await add();
    expect([onFailed.mock.calls.length, titlesOf(notices), hook.now().draft?.name]).toEqual([1, [], "Luna"]);
    await add();
    expect(keys()[1]).toBe(keys()[0]);
  });

  it("is sent again under the same key while the first attempt may still succeed", async () => {
    const { hook, add, keys } = await start(inTurn(lost, () => refusal(409, "idempotency_key_in_use"), created));
    await add();
    await add();
    expect(hook.now().draft?.sent?.key).toBe(keys()[0]);
    await add();
    expect([keys().length, new Set(keys()).size]).toEqual([3, 1]);
  });

  it("is sent under a new key after a refusal, and keeps the typed values", async () => {
    const { hook, add, keys } = await start(inTurn(() => refusal(400, "validation_error"), created));
    await add();
    await until(() => hook.now().draft?.sent === undefined);
    expect(hook.now().draft?.name).toBe("Luna");
    await add();
    expect(new Set(keys()).size).toBe(2);
  });
});

describe("the editor of an animal", () => {
  let id = 100;

  const start = async (changes: Parameters<typeof fakeService>[0][string]) => {
    id += 1;
    const notices = shownNotices();
    const onDone = vi.fn<() => void>();
    const own = id;
    const asked = fakeService({
      "GET /v1/pets": () => ({ body: [pet(own)] }),
      "GET /v1/attributes": () => ({ body: [] }),
      [`GET /v1/pets/${own}/profile`]: () => ({ body: { externalId: null, attributes: {} } }),
      "POST /v1/pets/changes": changes,
    });
    const hook = await runHook(() => usePetEditor(own, onDone));
    await until(() => hook.now().pet.data !== undefined);
    const type = async (change: Partial<PetFields>) => {
      hook.now().change(change);
      await until(() => hook.now().draft !== undefined);
    };
    const sent = () => asked.filter(({ line }) => line === "POST /v1/pets/changes");
    return { id: own, hook, editor: () => hook.now(), type, onDone, notices, sent };
  };

  it("saves once if Save is pressed twice, and ends the draft", async () => {
    const answer = Promise.withResolvers<object>();
    const { editor, type, onDone, notices, sent } = await start(() => answer.promise);
    const refresh = watchRefresh();
    await type({ name: "Lola" });
    editor().save({ ...luna, name: "Lola" });
    await until(() => editor().isBusy);
    editor().save({ ...luna, name: "Lola" });
    editor().remove();
    answer.resolve(done());
    await until(() => onDone.mock.calls.length === 1);
    await until(() => !editor().isBusy && editor().draft === undefined);
    expect([sent().length, titlesOf(notices)]).toEqual([1, ["Saved Lola"]]);
    expect(sent()[0]?.body).toMatchObject([{ from: luna, to: { ...luna, name: "Lola" } }]);
    expect(refresh()).toBe(1);
  });

  it("sends nothing if nothing was typed, and closes", async () => {
    const { editor, onDone, sent } = await start(done);
    editor().save(luna);
    expect([onDone.mock.calls.length, sent()]).toEqual([1, []]);
  });

  it("keeps the draft after a failure, shows the reason, and saves at the second try", async () => {
    const { editor, type, onDone, notices } = await start(inTurn(() => refusal(500, "internal_error"), done));
    await type({ name: "Lola" });
    editor().save({ ...luna, name: "Lola" });
    await until(() => editor().error !== null);
    expect([editor().isBusy, editor().draft?.changes, onDone.mock.calls.length, titlesOf(notices)]).toEqual([
      false,
      { name: "Lola" },
      0,
      [],
    ]);
    editor().save({ ...luna, name: "Lola" });
    await until(() => onDone.mock.calls.length === 1);
  });

  it("no longer shows a failure once the draft is discarded", async () => {
    const { editor, type } = await start(() => refusal(500, "internal_error"));
    await type({ name: "Lola" });
    editor().save({ ...luna, name: "Lola" });
    await until(() => editor().error !== null);
    editor().discard();
    await until(() => editor().error === null);
    expect(editor().draft).toBeUndefined();
  });

  it("shows a failure in a notice once the drawer is closed", async () => {
    const answer = Promise.withResolvers<object>();
    const { editor, type, notices } = await start(() => answer.promise);
    await type({ name: "Lola" });
    editor().save({ ...luna, name: "Lola" });
    await until(() => editor().isBusy);
    editor().leave();
    expect(titlesOf(notices)).toEqual([]);
    answer.resolve(refusal(500, "internal_error"));
    await until(() => titlesOf(notices).length === 2);
    expect(titlesOf(notices)).toEqual(["Your changes to Luna are kept, not saved", "That did not work"]);
    editor().discard();
  });

  it("says when the drawer closes that a draft is kept, if there is one", async () => {
    const { editor, type, notices } = await start(done);
    editor().leave();
    expect(titlesOf(notices)).toEqual([]);
    await type({ name: "Lola" });
    editor().leave();
    expect(titlesOf(notices)).toEqual(["Your changes to Luna are kept, not saved"]);
    editor().discard();
  });

  it("ends the draft when a conflict is decided, but not when only the dialog is closed", async () => {
    const now = { ...luna, status: "sold" as const };
    const left = () => ({ body: { changed: 0, left: [{ id, reason: "changed", now }] } });
    const { editor, type, onDone, notices } = await start(left);
    await type({ name: "Lola" });
    editor().save({ ...luna, name: "Lola" });
    await until(() => openConflicts.get().length === 1 && !editor().isBusy);
    expect([titlesOf(notices), onDone.mock.calls.length, editor().draft !== undefined]).toEqual([[], 0, true]);
    openConflicts.get()[0]?.onDecided?.();
    await until(() => editor().draft === undefined);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it("deletes the animal in its current state, and says so at once", async () => {
    const { editor, onDone, notices, sent, id: own } = await start(done);
    editor().remove();
    await until(() => onDone.mock.calls.length === 1);
    expect([sent()[0]?.body, titlesOf(notices)]).toEqual([[{ id: own, from: luna, to: null }], ["Deleted Luna"]]);
  });

  it("brings back a deleted animal, and stays open", async () => {
    const { editor, onDone, notices, sent, id: own } = await start(done);
    editor().bringBack({ ...luna, name: "Phoenix" });
    await until(() => titlesOf(notices).length > 0);
    expect([sent()[0]?.body, titlesOf(notices), onDone.mock.calls.length]).toEqual([
      [{ id: own, from: null, to: { ...luna, name: "Phoenix" } }],
      ["Brought back Phoenix"],
      0,
    ]);
  });

  it("does not show the failure of another animal", async () => {
    const shown = { id: 500 };
    shownNotices();
    fakeService({
      "GET /v1/pets": ({ query }) => ({ body: [pet(Number(query.get("id")))] }),
      "POST /v1/pets/changes": () => refusal(500, "internal_error"),
    });
    const hook = await runHook(() => {
      const { draft } = usePetDraft(999);
      return [usePetEditor(shown.id, () => undefined), draft] as const;
    });
    await until(() => hook.now()[0].pet.data !== undefined);
    hook.now()[0].remove();
    await until(() => hook.now()[0].error !== null);
    shown.id = 501;
    hook.now()[0].change({ name: "Draws again" });
    await until(() => hook.now()[0].pet.data?.id === 501);
    expect(hook.now()[0].error).toBeNull();
  });
});

it("ends the draft of an animal that is saved after the person went on to the next", async () => {
  const [shown, notices] = [{ id: 600 }, shownNotices()];
  const [saved, failed] = [held(done), held(() => refusal(500, "internal_error"))];
  fakeService({
    "GET /v1/pets": ({ query }) => ({ body: [pet(Number(query.get("id")))] }),
    "POST /v1/pets/changes": inTurn(saved.answer, failed.answer),
  });
  const hook = await runHook(
    () => [usePetEditor(shown.id, () => undefined), usePetDraft(600), usePetDraft(601)] as const,
  );
  const [editor, names] = [
    () => hook.now()[0],
    () => hook.now().flatMap((one) => ("pet" in one ? [] : [one.draft?.changes.name])),
  ];
  const saveAndStep = async (name: string, next: number) => {
    await until(() => editor().pet.data?.id === shown.id);
    editor().change({ name });
    await until(() => editor().draft !== undefined);
    editor().save({ ...luna, name });
    await until(() => editor().isBusy);
    shown.id = next;
    hook.rerender();
    await until(() => editor().pet.data?.id === next);
    await settled();
  };
  await saveAndStep("Lola", 601);
  editor().change({ name: "Next" });
  await until(() => names()[1] === "Next");
  saved.release();
  await until(() => names()[0] === undefined && !editor().isBusy);
  expect([names(), titlesOf(notices)]).toEqual([[undefined, "Next"], ["Saved Lola"]]);
  await saveAndStep("Next", 600);
  failed.release();
  await until(() => titlesOf(notices).includes("Your changes to Luna are kept, not saved"));
  expect([names()[1], titlesOf(notices).includes("That did not work")]).toEqual(["Next", true]);
});

describe("the orders of an animal", () => {
  const order = (status: Order["status"]): Order => ({
    id: 9,
    petId: 7,
    status,
    reference: null,
    customerId: null,
    price: null,
    payment: null,
    createdAt: "2026-11-22T10:00:00.000Z",
    updatedAt: "2026-11-22T10:00:00.000Z",
  });
  const orders = (...data: readonly Order[]) => ({ data, error: null }) as never;

  it("reserve it until they are delivered or cancelled", () => {
    const statuses = ["placed", "approved", "delivered", "cancelled"] as const;
    expect(statuses.map((status) => isOpenOrder(order(status)))).toEqual([true, true, false, false]);
  });

  it("offer a new order only for an available animal, and a link to its orders only if there are any", () => {
    const show = (canOrder: boolean, ...all: readonly Order[]) => (
      <PetOrders petId={7} orders={orders(...all)} canOrder={canOrder} />
    );
    const buttons = (shown: React.ReactElement) => markupOf(shown).match(/<button[^>]*>[^<]*/g) ?? [];
    expect([linksOf(show(true)), buttons(show(true)).length]).toEqual([[], 1]);
    const ordered = show(false, order("placed"));
    expect([linksOf(ordered), buttons(ordered)]).toEqual([["/orders?petId=7", "/orders?open=9"], []]);
  });
});

describe("an animal that is gone", () => {
  const show = (events: readonly Partial<AuditEvent>[]) => {
    queryClient.setQueryData(petHistoryQuery(7).queryKey, events as readonly AuditEvent[]);
    const draft = { base: luna, changes: { name: "Phoenix" } };
    return textOf(<Gone id={7} draft={draft} onBringBack={() => undefined} isBusy={false} error={null} />);
  };

  it("can be brought back with the typed values", () => {
    const actor = { kind: "account", id: 3, name: "Mara" } as const;
    const text = show([
      { actor, at: "2026-11-22T10:00:00.000Z", before: { id: 7, ...luna, status: "sold" }, after: null },
    ]);
    expect(text).toContain("This animal was deleted");
    expect(text).toContain("Name Phoenix");
    expect(text).toContain("Status Sold");
    expect(text).toContain("Bring it back");
  });

  it("cannot be brought back if it never existed", () => {
    expect(show([])).toContain("There is no animal 7");
    expect(show([])).not.toContain("Bring it back");
  });
});

it("waits for the history before it says that an animal never existed", () => {
  fakeService({ "GET /v1/history": silence });
  const text = textOf(<Gone id={8} draft={undefined} onBringBack={() => undefined} isBusy={false} error={null} />);
  expect(text).not.toContain("There is no animal");
});
