import type { Pet, Profile } from "@petstore/contract/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { attributeOf, petFieldsOf } from "../../../../test/support/examples";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { undoLast } from "../../../lib/history/undo";
import { attributesQuery } from "../../../lib/pets/attributes";
import { openConflicts } from "../../../lib/pets/conflicts";
import { queryClient } from "../../../lib/service/query-client";
import { useNoteDraft } from "./drafts";
import { petQuery } from "./queries";
import { useAddNote } from "./use-note-editor";
import { usePetEditor } from "./use-pet-editor";

const luna = petFieldsOf();
const breed = attributeOf();
const bites = { text: "Bites.", isWarning: true };
const lola: Pet = { id: 7, ...luna, name: "Lola" };
const stored = new Map<string, string>();
let account = 2_900;

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  // Drafts belong to an account, so each test uses a new account.
  actAs("clerk", { id: (account += 1) });
});
afterEach(() => {
  openConflicts.set([]);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const done: Handler = () => ({ body: { done: 1, left: [] } });
const leftAs =
  (conflict: object): Handler =>
  () => ({ body: { done: 0, left: [{ id: 7, reason: "changed", ...conflict }] } });
/** The answer does not tell whether the change was made. */
const unknown: Handler = () => refusal(500, "internal_error");

describe("Save in the drawer of an animal", () => {
  const start = async (changes: Handler, profiles: readonly Profile["attributes"][] = [{ breed: "Collie" }]) => {
    const notices = shownNotices();
    const onSaved = vi.fn<() => void>();
    const profileOf = (attributes: Profile["attributes"]) => () => ({ body: { externalId: null, attributes } });
    const pet: Pet = { id: 7, ...luna };
    const action = { id: "1-1", status: "undone", job: { done: 3, leftCount: 0, left: [] } };
    const asked = fakeService({
      "GET /v1/pets": () => ({ body: [pet] }),
      "GET /v1/attributes": () => ({ body: [breed] }),
      "GET /v1/pets/7/profile": inTurn(...profiles.map(profileOf)),
      "POST /v1/pets/changes": changes,
      "GET /v1/actions": () => ({ body: [action] }),
      "POST /v1/actions/1-1/undo": () => ({ body: action }),
    });
    queryClient.setQueryData(attributesQuery.queryKey, [breed]);
    const hook = await runHook(() => [usePetEditor(7, onSaved), useNoteDraft(7)] as const);
    const editor = () => hook.now()[0];
    const note = () => hook.now()[1];
    await until(() => editor().pet.data !== undefined && editor().profile.profile.data !== undefined);
    const type = async () => {
      editor().change({ name: "Lola" });
      editor().profile.change(breed, "Mine");
      note().change(bites);
      await until(
        () => note().draft !== undefined && editor().profile.draft !== undefined && editor().draft !== undefined,
      );
    };
    const typed = () => [editor().draft?.changes, editor().profile.draft?.changes, note().draft];
    const sent = () => asked.filter(({ line }) => line === "POST /v1/pets/changes");
    const save = async () => {
      const before = sent().length;
      editor().save({ ...luna, ...editor().draft?.changes });
      await until(() => sent().length > before);
    };
    return {
      editor,
      note,
      type,
      typed,
      sent,
      save,
      asked,
      onSaved: onSaved.mock.calls,
      titles: () => titlesOf(notices),
    };
  };
  const edit = {
    id: 7,
    from: luna,
    to: { ...luna, name: "Lola" },
    profile: { from: { attributes: { breed: "Collie" } }, to: { attributes: { breed: "Mine" } } },
    note: bites,
  };
  const allTyped = [{ name: "Lola" }, { breed: "Mine" }, bites];

  it("sends everything typed in one request, as one action with one notice", async () => {
    const { type, typed, sent, save, onSaved, titles, asked } = await start(done);
    const refresh = watchRefresh();
    await type();
    await save();
    await until(() => onSaved.length === 1 && typed().every((one) => one === undefined));
    expect([sent().map(({ body }) => body), titles(), refresh()]).toEqual([[[edit]], ["Saved Lola"], 1]);
    const key = sent()[0]?.headers.get("action-key");
    expect(sent()[0]?.headers.get("idempotency-key")).toBe(key);
    undoLast();
    await until(() => titles().includes("Renamed Lola back to Luna"));
    expect(asked.find(({ line }) => line === "GET /v1/actions")?.query.get("key")).toBe(key);
    expect([sent().length, asked.filter(({ line }) => line === "POST /v1/actions/1-1/undo").length]).toEqual([1, 1]);
  });

  it("sends a note together with the unchanged animal", async () => {
    const { note, sent, save, onSaved } = await start(done);
    note().change(bites);
    await until(() => note().draft !== undefined);
    await save();
    await until(() => onSaved.length === 1);
    expect(sent()[0]?.body).toEqual([{ id: 7, from: luna, to: luna, note: bites }]);
  });

  it("reuses the key after an unknown outcome, and takes a new one after a refusal", async () => {
    const { editor, note, type, typed, sent, save } = await start(
      inTurn(unknown, () => refusal(400, "invalid_request"), unknown),
    );
    await type();
    for (const _ of [1, 2, 3]) {
      // oxlint-disable-next-line no-await-in-loop
      await save();
      // oxlint-disable-next-line no-await-in-loop
      await until(() => !editor().isBusy);
      // The animal is read again. It may now be as it was typed.
      queryClient.setQueryData(petQuery(7).queryKey, lola);
    }
    const keys = sent().map(({ headers }) => headers.get("idempotency-key"));
    expect([keys[1] === keys[0], keys[2] === keys[0], sent()[1]?.body]).toEqual([true, false, [edit]]);
    expect(typed()).toEqual(allTyped);
    note().change({ text: "Bites!" });
    await until(() => note().draft?.text === "Bites!");
    await save();
    expect(sent()[3]?.headers.get("idempotency-key")).not.toBe(keys[2]);
  });

  it("keeps the profile, the note and all drafts until a conflict is decided", async () => {
    const now = { ...luna, name: "Lulu" };
    const { editor, type, typed, save, onSaved, titles } = await start(leftAs({ now }));
    await type();
    await save();
    await until(() => openConflicts.get().length === 1 && !editor().isBusy);
    expect(openConflicts.get()[0]).toMatchObject({ edit, now });
    expect([typed(), onSaved.length, titles()]).toEqual([allTyped, 0, []]);
    openConflicts.get()[0]?.onDecided?.({ ...edit, from: now });
    await until(() => typed().every((one) => one === undefined));
    expect(onSaved).toHaveLength(1);
  });

  it("ends only the draft of the main fields when the animal is brought back", async () => {
    const { editor, type, typed, save, onSaved } = await start(leftAs({ reason: "gone", now: null }));
    await type();
    await save();
    await until(() => openConflicts.get().length === 1 && !editor().isBusy);
    openConflicts.get()[0]?.onDecided?.({ id: 7, from: null, to: edit.to });
    await until(() => typed()[0] === undefined);
    expect([typed().slice(1), onSaved.length]).toEqual([allTyped.slice(1), 0]);
  });

  it("asks about a value of the profile that somebody else has changed", async () => {
    const answers = inTurn(leftAs({ now: luna, profile: { attributes: { breed: "Theirs" } } }), done);
    const { editor, type, typed, sent, save, onSaved } = await start(answers, [
      { breed: "Collie" },
      { breed: "Theirs" },
    ]);
    await type();
    await save();
    await until(() => editor().profile.asked === 1 && editor().profile.clashes.length === 1 && !editor().isBusy);
    expect([openConflicts.get(), typed(), onSaved.length]).toEqual([[], allTyped, 0]);
    editor().save(edit.to);
    await until(() => editor().profile.asked === 2);
    editor().profile.keepMine();
    await until(() => editor().profile.clashes.length === 0);
    await save();
    await until(() => onSaved.length === 1);
    expect(sent()[1]?.body).toMatchObject([{ profile: { from: { attributes: { breed: "Theirs" } } }, note: bites }]);
  });

  it("saves without asking if somebody else changed only other fields", async () => {
    const now = { ...luna, status: "sold" };
    const { note, sent, save, onSaved } = await start(inTurn(leftAs({ now }), done));
    note().change(bites);
    await until(() => note().draft !== undefined);
    await save();
    await until(() => onSaved.length === 1);
    expect(sent()[1]?.body).toEqual([{ id: 7, from: now, to: now, note: bites }]);
    const [key, again] = sent().map(({ headers }) => headers.get("idempotency-key"));
    expect([again, openConflicts.get()]).toEqual([`${key}-2`, []]);
  });

  it("keeps text that is typed while it saves, and stays open", async () => {
    const { answer, release } = held(done);
    const { editor, note, type, typed, save, onSaved } = await start(answer);
    await type();
    await save();
    note().change({ text: "Bites, and licks." });
    release();
    await until(() => !editor().isBusy);
    expect([typed(), onSaved.length]).toEqual([[undefined, undefined, { ...bites, text: "Bites, and licks." }], 0]);
  });

  it("keeps a field and a profile value that are typed while it saves", async () => {
    const { answer, release } = held(done);
    const { editor, type, typed, save, onSaved } = await start(answer);
    await type();
    await save();
    editor().change({ name: "Lola II" });
    editor().profile.change(breed, "Yours");
    await until(() => editor().profile.draft?.changes["breed"] === "Yours");
    release();
    await until(() => !editor().isBusy);
    expect([typed(), onSaved.length]).toEqual([[{ name: "Lola II" }, { breed: "Yours" }, undefined], 0]);
  });
});

describe("a note that is added alone", () => {
  it("keeps the text that is typed while the note is sent", async () => {
    shownNotices();
    watchRefresh();
    const { answer, release } = held(() => ({ status: 201, body: { id: 1, petId: 7, ...bites } }));
    const asked = fakeService({ "POST /v1/pets/7/notes": answer });
    const hook = await runHook(() => ({ add: useAddNote(7), note: useNoteDraft(7) }));
    hook.now().note.change(bites);
    hook.now().add.mutate({ petId: 7, ...bites });
    await until(() => asked.length === 1);
    hook.now().note.change({ text: "Licks, too." });
    release();
    await until(() => hook.now().add.isSuccess);
    expect(hook.now().note.now()).toEqual({ ...bites, text: "Licks, too." });
  });
});
