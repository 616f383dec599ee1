import type { Note } from "@petstore/contract/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draw } from "../../../../test/support/draw";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../../test/support/fake-service";
import { settled, until, watchRefresh } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { actionKeyOf, undoes, undoIn, undoneAtOnce } from "../../../../test/support/undos";
import { Button, IconButton } from "../../../components/button";
import { ContractForm } from "../../../components/contract-form";
import { TextAreaField } from "../../../components/field";
import { Switch } from "../../../components/switch";
import { changeNote, warningsQuery } from "../../../lib/pets/notes";
import { queryClient } from "../../../lib/service/query-client";
import { undoLast } from "../../../lib/history/undo";
import { NewNoteForm, NoteForm, NoteInputs } from "./note-form";
import { PetNotes } from "./pet-notes";

const noteOf = (fields: Partial<Note> = {}): Note => ({
  id: 3,
  petId: 7,
  text: "Bites.",
  isWarning: false,
  isPinned: false,
  externalId: null,
  author: { kind: "account", id: 7, name: "Mara" },
  createdAt: "2026-11-22T10:00:00.000Z",
  updatedAt: "2026-11-22T10:00:00.000Z",
  ...fields,
});

const start = (handlers: Readonly<Record<string, Handler>>) => {
  const notices = shownNotices();
  const asked = fakeService(handlers);
  return { asked, notices, titles: () => titlesOf(notices) };
};

const stored = new Map<string, string>();
let account = 1_900;

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  // Drafts belong to an account, so each test uses a new account.
  actAs("clerk", { id: (account += 1) });
});
afterEach(() => vi.unstubAllGlobals());

describe("a new note", () => {
  it("is sent as typed, is kept after a refusal, and leaves an empty form once it is added", async () => {
    const { asked, titles } = start({
      "POST /v1/pets/7/notes": inTurn(
        () => refusal(400, "invalid_request"),
        () => ({ status: 201, body: noteOf({ isWarning: true }) }),
      ),
    });
    watchRefresh();
    const [form, other] = [await draw(NewNoteForm, { petId: 7 }), await draw(NewNoteForm, { petId: 8 })];
    const inputs = (of = form) => of.get(NoteInputs);
    const text = (of = form) => inputs(of).note.text;
    const type = async (of: typeof form, typed: string) => {
      inputs(of).onChange({ text: typed });
      await until(() => text(of) === typed);
    };
    const hasSwitch = async () => (await draw(NoteInputs, inputs())).has(Switch, { isOn: inputs().note.isWarning });
    expect(await hasSwitch()).toBe(false);
    await type(form, "Bites.");
    inputs().onChange({ isWarning: true });
    await until(() => inputs().note.isWarning);
    await type(other, "Shy");
    expect([text(), inputs().note.isWarning, await hasSwitch()]).toEqual(["Bites.", true, true]);
    const { onSubmit, toInput } = form.get(ContractForm);
    const submit = () => onSubmit(toInput({ text: "Bites." }));
    submit();
    await until(() => form.get(ContractForm).error !== null);
    expect([text(), titles()]).toEqual(["Bites.", []]);
    submit();
    await until(() => text() === "");
    expect([text(other), titles()]).toEqual(["Shy", ["Added the note “Bites.”"]]);
    expect(asked.map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({ text: "Bites.", isWarning: true })),
    );
    await type(form, "Next");
    expect(inputs().note.isWarning).toBe(false);
  });
});

describe("the text of a note", () => {
  const open = async (handler: Handler) => {
    const shown = start({ "PATCH /v1/pets/7/notes/3": handler });
    const onClose = vi.fn<() => void>();
    const form = await draw(NoteForm, { note: noteOf(), onClose });
    const submit = (text: string) => form.get(ContractForm).onSubmit({ text });
    return { ...shown, form, submit, onClose: onClose.mock.calls };
  };

  it("is sent if it differs, and its form closes unless the service refuses it", async () => {
    const { asked, form, submit, onClose } = await open(
      inTurn(
        () => refusal(400, "invalid_request"),
        () => ({ body: noteOf({ text: "Licks." }) }),
      ),
    );
    submit("Licks.");
    await until(() => form.get(ContractForm).error !== null);
    expect(onClose).toHaveLength(0);
    submit("Licks.");
    await until(() => onClose.length === 1);
    submit("Bites.");
    expect([onClose.length, asked.length]).toEqual([2, 2]);
  });

  it("handles Escape and Ctrl+Enter itself, so the drawer does not", async () => {
    const { form, onClose } = await open(() => ({}));
    const requestSubmit = vi.fn<() => void>();
    const press = (key: string, ctrlKey: boolean) => {
      const stop = vi.fn<() => void>();
      const nativeEvent = { stopImmediatePropagation: stop };
      const currentTarget = { closest: () => ({ requestSubmit }) };
      const event = { key, ctrlKey, nativeEvent, currentTarget, preventDefault: stop, stopPropagation: stop };
      form.get(TextAreaField).onKeyDown?.(event as never);
      return [stop.mock.calls.length, onClose.length, requestSubmit.mock.calls.length];
    };
    expect([press("Enter", false), press("Enter", true), press("Escape", false)]).toEqual([
      [0, 0, 0],
      [3, 0, 1],
      [3, 1, 1],
    ]);
  });
});

it("keeps a typed note over a reload, and stores nothing for a note that is cleared", async () => {
  start({});
  const form = await draw(NewNoteForm, { petId: 7 });
  form.get(NoteInputs).onChange({ text: "Bites." });
  await until(() => form.get(NoteInputs).note.text === "Bites.");
  const name = `drafts-${account}`;
  expect(JSON.parse(stored.get(name) ?? "")).toMatchObject({ notes: { 7: { text: "Bites.", isWarning: false } } });
  form.get(NoteInputs).onChange({ text: "" });
  expect(JSON.parse(stored.get(name) ?? "")).toMatchObject({ notes: {} });
});

it("adds and saves a note only once if the shortcut is pressed twice", async () => {
  const [added, saved] = [held(() => ({ status: 201, body: noteOf() })), held(() => ({ body: noteOf() }))];
  const { asked, titles } = start({
    "POST /v1/pets/7/notes": added.answer,
    "PATCH /v1/pets/7/notes/3": saved.answer,
  });
  watchRefresh();
  const forms = [
    await draw(NewNoteForm, { petId: 7 }),
    await draw(NoteForm, { note: noteOf({ text: "Licks." }), onClose: () => undefined }),
  ];
  forms[0]?.get(NoteInputs).onChange({ text: "Bites." });
  for (const form of forms) {
    await until(() => form.has(Button));
    const submit = () => form.get(ContractForm).onSubmit({ text: "Bites." });
    submit();
    await until(() => form.has(Button, { isBusy: true }));
    submit();
  }
  added.release();
  saved.release();
  await until(() => queryClient.isMutating() === 0);
  expect([asked.length, titles().length]).toEqual([2, 2]);
});

describe("the notes of an animal", () => {
  type Item = { readonly note: Note };
  const open = async (handlers: Readonly<Record<string, Handler>>, ...pages: readonly (readonly Note[])[]) => {
    vi.stubGlobal("location", new URL("http://store.test/animals"));
    const answers = pages.map(
      (body, at): Handler =>
        () => ({
          body,
          headers: at + 1 < pages.length ? { link: `</v1/pets/7/notes?cursor=${at + 1}>; rel="next"` } : {},
        }),
    );
    const shown = start({ "GET /v1/pets/7/notes": inTurn(...answers), ...handlers });
    const notes = await draw(PetNotes, { petId: 7 });
    const none = () =>
      notes.has<{ children: string }>("p", { children: "Nobody has written anything about this animal." });
    expect(none()).toBe(false);
    await until(() => notes.has("ul") || none());
    return { ...shown, notes, none, ids: () => notes.every<Item>("NoteItem").map(({ note }) => note.id) };
  };

  it("say that there are no notes only after they were read, and load older ones on demand", async () => {
    expect((await open({}, [])).none()).toBe(true);
    queryClient.clear();
    vi.restoreAllMocks();
    const { asked, notes, none, ids } = await open({}, [noteOf({ id: 4 })], [noteOf()]);
    expect([none(), ids()]).toEqual([false, [4]]);
    notes.get(Button).onClick?.(undefined as never);
    await until(() => ids().length === 2);
    expect([ids(), asked.at(-1)?.query.get("cursor"), notes.has(Button)]).toEqual([[4, 3], "1", false]);
  });

  it("disable their buttons until the answer, and offer a retry after a refusal", async () => {
    const { answer, release } = held(() => refusal(403, "forbidden"));
    const path = "/v1/pets/7/notes/3";
    const { asked, notes, notices, titles } = await open(
      {
        [`DELETE ${path}`]: inTurn(answer, () => ({ status: 204 })),
        [`PATCH ${path}`]: inTurn(
          () => refusal(403, "forbidden"),
          ({ body }) => ({ body: { ...noteOf(), ...(body as object) } }),
        ),
      },
      [noteOf()],
    );
    const row = await notes.part("NoteItem");
    const tools = await row.part("NoteTools");
    watchRefresh();
    const focus = vi.fn<() => void>();
    vi.stubGlobal("HTMLElement", Array);
    const field = Object.assign([], { focus });
    const item = { closest: () => ({ querySelector: () => field }) };
    const press = (label: string) =>
      tools.get(IconButton, { label }).onClick?.({ currentTarget: { closest: () => item } } as never);
    const idle = () => tools.every(IconButton).every(({ isBusy }) => isBusy !== true);
    press("Delete: Bites.");
    await until(() => !idle());
    // The row disappears, so the focus moves to the field for a new note.
    expect(focus).toHaveBeenCalledOnce();
    release();
    await until(() => titles().includes("That did not work"));
    notices()[0]?.press();
    await until(() => titles().includes("Deleted the note “Bites.”") && idle());
    press("Keep on top: Bites.");
    await until(() => titles().includes("That did not work"));
    notices()[0]?.press();
    await until(() => titles().includes("“Bites.” stays on top") && idle());
    press("Warning: Bites.");
    await until(() => titles().includes("“Bites.” is a warning"));
    expect(asked.slice(1).map(({ line, body }) => [line.split(" ")[0], body])).toEqual([
      ["DELETE", undefined],
      ["DELETE", undefined],
      ["PATCH", { isPinned: true }],
      ["PATCH", { isPinned: true }],
      ["PATCH", { isWarning: true }],
    ]);
    row.get<{ onEdit: () => void }>("NoteTools").onEdit();
    await until(() => row.has(NoteForm));
    expect(row.has("NoteTools")).toBe(false);
    const back = vi.fn<() => void>();
    row.get<{ ref: { current: object } }>("li").ref.current = { focus: back };
    row.get(NoteForm).onClose();
    await until(() => row.has("NoteTools"));
    // The field that had the focus has disappeared.
    expect(back).toHaveBeenCalledOnce();
  });

  it("announce that a note is no longer a warning or pinned, with an undo", async () => {
    const theirs = noteOf({ isPinned: true, text: "Licks." });
    const { asked, titles } = start({
      "PATCH /v1/pets/7/notes/3": ({ body }) => ({ body: { ...theirs, ...(body as object) } }),
      ...undoes(),
    });
    await changeNote(noteOf({ isPinned: true }), { isPinned: false });
    await changeNote(noteOf({ isWarning: true }), { isWarning: false });
    expect(titles()).toEqual(["“Licks.” is no longer a warning", "“Licks.” no longer stays on top"]);
    undoLast();
    await until(() => titles().includes("Put back the note “Licks.”"));
    expect(undoIn(asked)).toEqual({ lines: undoneAtOnce, key: actionKeyOf(asked[1]) });
    await settled();
  });
});

it("loads all warnings of each animal on a page", async () => {
  vi.stubGlobal("location", new URL("http://store.test/animals"));
  const [first, second, other] = [noteOf(), noteOf({ id: 2 }), noteOf({ id: 1, petId: 8 })];
  const { asked } = start({
    "GET /v1/notes": inTurn(
      () => ({ body: [first, other], headers: { link: '</v1/notes?cursor=b>; rel="next"' } }),
      () => ({ body: [second] }),
    ),
  });
  const warnings = await queryClient.fetchQuery(warningsQuery([7, 8]));
  queryClient.clear();
  expect([...warnings]).toEqual([
    [7, [first, second]],
    [8, [other]],
  ]);
  expect(asked.map(({ query }) => [query.getAll("petId"), query.get("isWarning"), query.get("cursor")])).toEqual([
    [["7", "8"], "true", null],
    [["7", "8"], "true", "b"],
  ]);
});
