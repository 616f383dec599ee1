import type { Pet } from "@petstore/contract/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { categoryOf, petFieldsOf, petOf } from "../../../../test/support/examples";
import { draw } from "../../../../test/support/draw";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../../test/support/fake-service";
import { runHook, settled, until, watchRefresh } from "../../../../test/support/hook";
import { markupOf } from "../../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { Button } from "../../../components/button";
import { Drawer } from "../../../components/dialog";
import { SearchablePicker } from "../../../components/searchable-picker";
import { categoriesQuery } from "../../../lib/pets/categories";
import { queryClient } from "../../../lib/service/query-client";
import { lastAction } from "../../../lib/history/undo";
import { petPageQuery } from "../queries";
import { CategoryField } from "./category-field";
import { NewPetDrawer } from "./new-pet-drawer";
import { useNewPetDraft } from "./drafts";
import { DraftNote } from "./notes";
import { PetDrawer } from "./pet-drawer";
import { PetDrawers } from "./pet-drawers";
import { PetForm } from "./pet-form";
import { petHistoryQuery, petOrdersQuery, petQuery } from "./queries";
import { usePetEditor } from "./use-pet-editor";

const ignore = () => undefined;
const fields = petFieldsOf();
const pet = (id: number) => petOf({ id });
let accountId = 100;

beforeEach(() => {
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: ignore });
  // Drafts belong to an account, so each test uses a new account.
  actAs("clerk", { id: (accountId += 1) });
});
afterEach(async () => {
  // The values of the last animal, with which the next one begins, last as long as the page.
  (await runHook(() => useNewPetDraft())).now().end();
  vi.unstubAllGlobals();
});

describe("the drawer of a new animal", () => {
  const start = async (...answers: readonly Handler[]) => {
    const notices = shownNotices();
    fakeService({ "POST /v1/pets": inTurn(...answers), "GET /v1/categories": () => ({ body: [] }) });
    const onClose = vi.fn<() => void>();
    const open = () => draw(NewPetDrawer, { onClose, onOpen: () => undefined });
    const drawer = await open();
    const type = async (change: object) => {
      drawer.get(PetForm).onChange(change);
      await until(() =>
        Object.entries(change).every(([name, value]) => Reflect.get(drawer.get(PetForm).fields, name) === value),
      );
    };
    const submit = () => drawer.get(PetForm).onSubmit(fields);
    return { drawer, open, onClose, notices, type, submit };
  };
  const created = () => ({ status: 201, body: pet(60) });
  const saves = { type: "submit" } as const;

  it("forgets the failure when the draft is discarded", async () => {
    const { drawer, open, type } = await start(() => refusal(409, "conflict"));
    await type({ name: "Luna" });
    const again = await open();
    again.get(PetForm).onSubmit(fields);
    await until(() => again.get(PetForm).error !== null);
    again.get(DraftNote).onDiscard();
    await until(() => again.get(PetForm).error === null && !again.has(DraftNote));
    expect(drawer.get(PetForm).fields.name).toBe("");
  });

  it("closes the notice about a draft once the animal is saved", async () => {
    const { open, type } = await start(created);
    await type({ name: "Luna" });
    const again = await open();
    expect(again.has(DraftNote)).toBe(true);
    const [another] = again.every(Button).filter(({ type: of, children }) => of === undefined && children !== "Cancel");
    vi.stubGlobal("HTMLFormElement", Array);
    another?.onClick?.(undefined as never);
    again.get(PetForm).onSubmit(fields);
    await until(() => again.get(PetForm).fields.name === "");
    await until(() => !again.has(DraftNote));
  });

  it("closes after Save, even after Save and add another", async () => {
    const { answer, release } = held(created);
    const { drawer, onClose, submit } = await start(answer, created);
    vi.stubGlobal("HTMLFormElement", Array);
    const another = drawer
      .every(Button)
      .find((one) => one.type === undefined && one.onClick !== drawer.get(Drawer).onClose);
    another?.onClick?.(undefined as never);
    const isBusy = () => drawer.get(Button, saves).isBusy === true;
    submit();
    await until(isBusy);
    release();
    await until(() => !isBusy());
    expect(onClose).not.toHaveBeenCalled();
    drawer.get(Button, saves).onClick?.(undefined as never);
    submit();
    await until(() => onClose.mock.calls.length === 1);
  });

  it("mentions no draft, and closes no other drawer, if the person leaves while it saves", async () => {
    const { answer, release } = held(created);
    const { drawer, onClose, notices, type, submit } = await start(answer);
    await type({ name: "Luna" });
    submit();
    await until(() => drawer.get(Button, saves).isBusy === true);
    drawer.get(Drawer).onClose?.();
    release();
    await until(() => titlesOf(notices).includes("Added Luna"));
    expect([titlesOf(notices), onClose.mock.calls.length]).toEqual([["Added Luna"], 1]);
  });

  it("keeps the draft and shows a failure in a notice after the person has left", async () => {
    const { answer, release } = held(() => refusal(409, "conflict"));
    const { drawer, notices, type, submit } = await start(answer);
    await type({ name: "Luna" });
    submit();
    await until(() => drawer.get(Button, saves).isBusy === true);
    drawer.get(Drawer).onClose?.();
    release();
    await until(() => titlesOf(notices).length === 2);
    expect(notices().map((one) => one.type)).toEqual(["success", "error"]);
  });
});

describe("the drawer of an animal", () => {
  const open = async (orders: readonly object[] = [], status: Pet["status"] = "available") => {
    fakeService({ "GET /v1/pets": () => ({ body: [pet(7)] }), "GET /v1/orders": () => ({ body: orders }) });
    queryClient.setQueryData(petQuery(7).queryKey, { ...pet(7), status } as never);
    queryClient.setQueryData(petOrdersQuery(7).queryKey, orders as never);
    queryClient.setQueryData(petHistoryQuery(7).queryKey, []);
    return draw(PetDrawer, { id: 7, onClose: ignore, onStep: ignore });
  };

  it("offers to delete the animal unless an order reserves it", async () => {
    const hasDelete = async (orders: readonly object[]) =>
      (await (await open(orders)).part("Actions")).has(Button, { variant: "quiet" });
    expect([await hasDelete([]), await hasDelete([{ id: 9, status: "placed" }])]).toEqual([true, false]);
    expect([await hasDelete([{ id: 9, status: "cancelled" }])]).toEqual([true]);
  });

  it("does not change the status of an animal that an order reserves", () => {
    const form = (isReserved: boolean) =>
      markupOf(<PetForm {...{ id: "f", fields, isReserved, onChange: ignore, onSubmit: ignore, error: null }} />);
    expect([form(true), form(false)].map((html) => /<fieldset[^>]*disabled/.test(html))).toEqual([true, false]);
  });

  it("offers to order the animal only while it is available", async () => {
    const canOrder = async (status: Pet["status"]) => {
      const content = await (await open([], status)).part("Content");
      return content.get<{ canOrder: boolean }>("PetOrders").canOrder;
    };
    expect([await canOrder("available"), await canOrder("sold")]).toEqual([true, false]);
  });

  it("closes once the animal is saved, unless the drawer shows another animal by then", async () => {
    const saves = [1, 2, 3].map(() => held(() => ({ body: { changed: 1, left: [] } })));
    shownNotices();
    const onClose = vi.fn<() => void>();
    type Given = { readonly editor: ReturnType<typeof usePetEditor> };
    const end = async (at: number, meanwhile: "steps" | "closes" | "waits") => {
      const shown = { id: 70 + at };
      const [read, write]: readonly Handler[] = [
        ({ query }) => ({ body: [pet(Number(query.get("id")))] }),
        (asked) => saves[at]?.answer(asked) ?? {},
      ];
      fakeService({ "GET /v1/pets": read, "POST /v1/pets/changes": write } as Record<string, Handler>);
      queryClient.setQueryData(petQuery(shown.id).queryKey, pet(shown.id));
      const drawer = await draw(() => PetDrawer({ id: shown.id, onClose, onStep: ignore }), {});
      const editor = () => drawer.get<Given>("Content").editor;
      editor().change({ name: "Lola" });
      await until(() => editor().draft !== undefined);
      editor().save({ ...fields, name: "Lola" });
      await until(() => editor().isBusy);
      if (meanwhile === "closes") drawer.unmount();
      if (meanwhile === "steps") {
        shown.id = 80;
        drawer.rerender();
      }
      await until(() => drawer.get<{ id: number }>("Content").id === shown.id);
      await settled();
      saves[at]?.release();
      await until(() => queryClient.isMutating() === 0);
      return onClose.mock.calls.length;
    };
    expect([await end(0, "steps"), await end(1, "closes"), await end(2, "waits")]).toEqual([0, 0, 1]);
  });

  it("mentions no draft if the person leaves while it saves", async () => {
    const notices = shownNotices();
    const { answer, release } = held(() => ({ body: { changed: 1, left: [] } }));
    fakeService({ "GET /v1/pets": () => ({ body: [pet(7)] }), "POST /v1/pets/changes": answer });
    queryClient.setQueryData(petQuery(7).queryKey, pet(7));
    const hook = await runHook(() => usePetEditor(7, ignore));
    hook.now().change({ name: "Lola" });
    await until(() => hook.now().draft !== undefined);
    hook.now().save({ ...fields, name: "Lola" });
    await until(() => hook.now().isBusy);
    hook.now().leave();
    expect(titlesOf(notices)).toEqual([]);
    release();
    await until(() => !hook.now().isBusy);
  });
});

describe("an animal that is saved", () => {
  const saved = () => ({ body: { changed: 1, left: [] } });
  const start = async (pets: Handler) => {
    const notices = shownNotices();
    fakeService({ "GET /v1/pets": pets, "POST /v1/pets/changes": saved });
    const open = () => runHook(() => usePetEditor(7, ignore));
    const type = async (hook: Awaited<ReturnType<typeof open>>) => {
      await until(() => hook.now().edit !== undefined);
      hook.now().change({ name: "Lola" });
      await until(() => hook.now().draft !== undefined);
    };
    return { open, type, notices };
  };

  it("closes the notice that says that its draft is kept", async () => {
    queryClient.setQueryData(petQuery(7).queryKey, pet(7));
    const { open, type, notices } = await start(() => ({ body: [pet(7)] }));
    const first = await open();
    await type(first);
    first.now().leave();
    expect(titlesOf(notices)).toHaveLength(1);
    const again = await open();
    again.now().save({ ...fields, name: "Lola" });
    await until(() => again.now().draft === undefined);
    expect(titlesOf(notices)).toEqual(["Saved Lola"]);
  });

  it("is not overwritten by an answer to an older request", async () => {
    queryClient.setQueryData(petQuery(7).queryKey, pet(7));
    await queryClient.invalidateQueries();
    const { answer, release } = held(() => ({ body: [pet(7)] }));
    const refresh = vi.spyOn(queryClient, "invalidateQueries").mockResolvedValue();
    const { open, type } = await start(answer);
    const hook = await open();
    await type(hook);
    hook.now().save({ ...fields, name: "Lola" });
    await until(() => hook.now().pet.data?.name === "Lola");
    release();
    await until(() => queryClient.isFetching() === 0);
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(hook.now().pet.data?.name).toBe("Lola");
    refresh.mockRestore();
  });
});

describe("a step from an animal to the next", () => {
  const start = async (open: number, handler: Parameters<typeof fakeService>[0][string]) => {
    const asked = fakeService({ "GET /v1/pets": handler });
    const went: unknown[] = [];
    const actions = {
      openPet: (id: number) => went.push(id),
      goTo: (cursor: string, id: number) => went.push([cursor, id]),
      closeDrawer: ignore,
    } as never;
    const page = { rows: [pet(1), pet(2)], cursors: { next: "n", prev: "p" } };
    const drawers = await draw(PetDrawers, { search: { open }, actions, page, pets: page.rows });
    const step = (by: -1 | 1) =>
      drawers
        .every<{ onStep?: (by: -1 | 1) => void }>("*")
        .find(({ onStep }) => onStep)
        ?.onStep?.(by);
    return { step, went, asked };
  };
  const rows = () => ({ body: [pet(3), pet(4)] });

  it("goes to the first animal of the next page and the last of the page before", async () => {
    const { step, went } = await start(2, rows);
    step(-1);
    step(1);
    await until(() => went.length === 2);
    const other = await start(1, rows);
    other.step(-1);
    await until(() => other.went.length === 1);
    expect([went, other.went]).toEqual([[1, ["n", 3]], [["p", 4]]]);
  });

  it("goes nowhere from an animal that is not in the list", async () => {
    const { step, went, asked } = await start(9, rows);
    step(1);
    step(-1);
    expect([went, asked]).toEqual([[], []]);
  });

  it("is offered again after a failure", async () => {
    const notices = shownNotices();
    const { step, went } = await start(
      2,
      inTurn(() => refusal(400, "invalid_request"), rows),
    );
    step(1);
    await until(() => notices()[0]?.label !== undefined);
    notices()[0]?.press();
    await until(() => went.length === 1);
  });

  it("uses the page that the list would show", () => {
    expect(petPageQuery({ cursor: "n" }).queryKey.at(-1)).toBe("n");
  });
});

describe("a category that somebody adds while choosing one for an animal", () => {
  const dogs = categoryOf();
  const cats = categoryOf({ id: 4, name: "Cats", petCount: 1 });
  const start = async (handlers: Parameters<typeof fakeService>[0]) => {
    fakeService({ "GET /v1/categories": () => ({ body: [dogs] }), ...handlers });
    queryClient.setQueryData(categoriesQuery.queryKey, []);
    const onChange = vi.fn<(id: number) => void>();
    const field = await draw(CategoryField, { label: "Category", value: null, onChange });
    const add = () =>
      field.get(SearchablePicker).onPick({ key: 0, label: "", isData: false, newName: "dogs " } as never);
    return { field, add, onChange };
  };

  it("is chosen and known at once, and is a separate action", async () => {
    const { add, onChange } = await start({ "POST /v1/categories": () => ({ status: 201, body: { ...dogs, id: 3 } }) });
    watchRefresh();
    queryClient.setQueryData(categoriesQuery.queryKey, [cats]);
    add();
    await until(() => onChange.mock.calls.length === 1);
    expect(queryClient.getQueryData(categoriesQuery.queryKey)?.map(({ id }) => id)).toEqual([4, 3]);
    expect(lastAction()).toContain("Dogs");
  });

  it("is chosen as it is if somebody else has added it in the meantime", async () => {
    const notices = shownNotices();
    const { add, onChange } = await start({ "POST /v1/categories": () => refusal(409, "name_taken") });
    add();
    await until(() => onChange.mock.calls.length === 1);
    expect([onChange.mock.calls, titlesOf(notices)]).toEqual([[[2]], []]);
  });

  it("shows a failure for any other reason", async () => {
    const notices = shownNotices();
    const { add, onChange } = await start({ "POST /v1/categories": () => refusal(400, "invalid_request") });
    add();
    await until(() => titlesOf(notices).length === 1);
    expect(onChange).not.toHaveBeenCalled();
  });

  it("is offered below the others once the typed name is new", async () => {
    const { field } = await start({});
    queryClient.setQueryData(categoriesQuery.queryKey, [dogs, cats]);
    await until(() => field.get(SearchablePicker).choices.length === 2);
    type Choice = { readonly label: string; readonly newName?: string };
    const offered = async (text: string) => {
      field.get(SearchablePicker).onTextChange(text);
      await until(() => field.get(SearchablePicker).text === text);
      return (field.get(SearchablePicker).choices as readonly Choice[]).map(({ label, newName }) => newName ?? label);
    };
    expect([await offered(""), await offered(" do "), await offered("dogs")]).toEqual([
      ["Dogs", "Cats"],
      ["Dogs", "Cats", "do"],
      ["Dogs", "Cats"],
    ]);
  });

  it("is the only choice that a browser may translate, unlike the names of the store", async () => {
    const { field } = await start({});
    queryClient.setQueryData(categoriesQuery.queryKey, [dogs, cats]);
    await until(() => field.get(SearchablePicker).choices.length === 2);
    field.get(SearchablePicker).onTextChange("do");
    await until(() => field.get(SearchablePicker).choices.length === 3);
    expect(field.get(SearchablePicker).choices.map(({ isData }) => isData)).toEqual([true, true, false]);
  });

  it("opens its list by typing, and not by a shortcut", async () => {
    const { field } = await start({});
    type Trigger = { readonly onKeyDown: (event: object) => void };
    const press = (key: string, more: object = {}) =>
      field.get<Trigger>("ComboboxTrigger").onKeyDown({ key, preventDefault: ignore, ...more });
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) press("c", more);
    press("Tab");
    press(" ");
    expect(field.get(SearchablePicker).isOpen).toBe(false);
    press("d");
    await until(() => field.get(SearchablePicker).isOpen && field.get(SearchablePicker).text === "d");
  });
});
