import type { Profile } from "@petstore/contract/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { attributeOf } from "../../../../test/support/examples";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../../test/support/fake-service";
import { runHook, settled, until, watchRefresh } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { actionKeyOf, undoes, undoIn } from "../../../../test/support/undos";
import { profileErrors } from "../../../lib/service/field-errors";
import { undoLast } from "../../../lib/history/undo";
import { ApiError } from "../../../lib/service/api-error";
import { useProfileDraft } from "./drafts";
import { useNewDetails } from "./new-pet-details";
import { changedValues, externalIdField, fieldsFor, meanwhile, patchOf, typedIn, withTyped } from "./profile-edits";
import { useProfileEditor } from "./use-profile-editor";

const breed = attributeOf();
const weight = attributeOf({ id: 5, name: "weight", label: "Weight", type: "number", decimals: 1 });
const tricks = attributeOf({ id: 6, name: "tricks", type: "labels", categoryIds: [2] });
const kennel = attributeOf({ id: 7, name: "kennel", isArchived: true });
const all = [breed, weight, tricks, kennel];

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  actAs("clerk");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("what is typed over a profile", () => {
  const now = { breed: "Collie", weight: 27.5, kennel: "12", tricks: ["sit"], externalId: null };

  it("is of the fields of the category; values of others can only be cleared", () => {
    const { fields, left } = fieldsFor(all, 1, now);
    expect([fields, left]).toEqual([
      [breed, weight, externalIdField],
      [tricks, kennel],
    ]);
    expect(fieldsFor(all, 2, {})).toEqual({ fields: [breed, weight, tricks, externalIdField], left: [] });
  });

  it("stays as it is typed until it is as before, and only what differs is sent", () => {
    const first = withTyped(undefined, now, breed, "Collie ");
    expect([first?.changes, changedValues(all, first, now)]).toEqual([{ breed: "Collie " }, {}]);
    const second = withTyped(withTyped(first, now, breed, "Collie mix"), now, weight, "");
    expect(changedValues(all, second, now)).toEqual({ breed: "Collie mix", weight: null });
    expect([typedIn(weight, second, now), typedIn(tricks, second, now)]).toEqual(["", ["sit"]]);
    expect(withTyped(withTyped(second, now, weight, "27.5"), now, breed, "Collie")).toBeUndefined();
  });

  it("clears what the animal could not get any more", () => {
    const draft = withTyped(withTyped(undefined, now, kennel, ""), now, tricks, "");
    expect(changedValues(all, draft, now)).toEqual({ kennel: null, tricks: null });
  });

  it("becomes a change with the number elsewhere beside the fields", () => {
    expect(patchOf({ externalId: "SH-1" })).toEqual({ externalId: "SH-1" });
    expect(patchOf({ breed: null, externalId: null })).toEqual({ externalId: null, attributes: { breed: null } });
  });

  it("is decided about only where somebody else changed the same value to another", () => {
    const draft = { base: now, changes: { breed: "Mine", weight: "30" } };
    const other = { ...now, breed: "Theirs", weight: 30, kennel: "13" };
    expect(meanwhile(draft, changedValues(all, draft, other), other)).toEqual({
      taken: ["kennel"],
      clashes: ["breed"],
    });
  });
});

describe("the editor of a profile", () => {
  let id = 700;
  const profile = (attributes: Profile["attributes"], tag: string, externalId: string | null = null) => ({
    body: { externalId, attributes, updatedAt: null },
    headers: { etag: tag },
  });

  const start = async (read: Handler, write: Handler) => {
    id += 1;
    const [own, notices, onDone] = [id, shownNotices(), vi.fn<() => void>()];
    const asked = fakeService({
      "GET /v1/attributes": () => ({ body: all }),
      "GET /v1/pets": () => ({ body: [{ id: own, name: "Luna", categoryId: 1, status: "available" }] }),
      [`GET /v1/pets/${own}/profile`]: read,
      [`PATCH /v1/pets/${own}/profile`]: write,
      ...undoes(),
    });
    const hook = await runHook(() => useProfileEditor(own));
    await until(() => hook.now().profile.data !== undefined && hook.now().attributes.data !== undefined);
    const type = async (text: string) => {
      hook.now().change(breed, text);
      await until(() => hook.now().draft !== undefined);
    };
    const sent = () => asked.filter(({ line }) => line.startsWith("PATCH"));
    return { editor: () => hook.now(), type, onDone, notices, sent, save: () => hook.now().save("Luna", onDone) };
  };
  const collie = () => profile({ breed: "Collie", weight: 20 }, '"1"');
  const mine = () => profile({ breed: "Mine", weight: 20 }, '"2"');
  const stale = () => refusal(412, "precondition_failed");

  it("sends what was changed alone, if the profile is as it was seen, and puts it back", async () => {
    const { editor, type, onDone, notices, sent, save } = await start(inTurn(collie, mine), mine);
    await type("Mine");
    const refresh = watchRefresh();
    save();
    await until(() => onDone.mock.calls.length === 1);
    expect(sent().map(({ body, headers }) => [body, headers.get("if-match")])).toEqual([
      [{ attributes: { breed: "Mine" } }, '"1"'],
    ]);
    await until(() => editor().draft === undefined);
    expect([titlesOf(notices), refresh()]).toEqual([["Saved the details of Luna"], 1]);
    undoLast();
    await until(() => titlesOf(notices).includes("Put back the details of Luna"));
  });

  it("sends nothing if nothing differs, and is done", async () => {
    const { type, onDone, sent, save } = await start(collie, mine);
    await type("Collie ");
    save();
    expect([onDone.mock.calls.length, sent()]).toEqual([1, []]);
  });

  it("sends it again over another value that somebody else has changed", async () => {
    const heavier = () => profile({ breed: "Collie", weight: 99 }, '"9"');
    const { type, onDone, sent, save } = await start(inTurn(collie, heavier), inTurn(stale, mine));
    await type("Mine");
    save();
    await until(() => onDone.mock.calls.length === 1);
    expect(sent().map(({ headers }) => headers.get("if-match"))).toEqual(['"1"', '"9"']);
  });

  it("asks where somebody else changed the same value: theirs, or mine over it", async () => {
    const theirs = () => profile({ breed: "Theirs", weight: 20 }, '"9"');
    const { editor, type, onDone, notices, sent, save } = await start(inTurn(collie, theirs), inTurn(stale, mine));
    await type("Mine");
    save();
    await until(() => editor().asked === 1 && editor().clashes.length === 1 && !editor().isBusy);
    expect([editor().clashes, editor().draft?.changes, onDone.mock.calls.length]).toEqual([
      ["breed"],
      { breed: "Mine" },
      0,
    ]);
    save();
    await until(() => editor().asked === 2);
    expect([sent().length, titlesOf(notices)]).toEqual([1, []]);
    editor().takeTheirs();
    await until(() => editor().draft === undefined);
    await type("Mine");
    editor().keepMine();
    await until(() => editor().clashes.length === 0);
    save();
    await until(() => onDone.mock.calls.length === 1);
    expect(sent()[1]?.headers.get("if-match")).toBe('"9"');
  });

  it("keeps the draft after a refusal, in the tab too, and says so by a notice once it was left", async () => {
    const answer = Promise.withResolvers<ReturnType<typeof stale>>();
    const { editor, type, notices, save } = await start(
      collie,
      inTurn(
        () => refusal(400, "invalid_request"),
        () => answer.promise,
      ),
    );
    await type("Mine");
    save();
    await until(() => editor().error !== null && !editor().isBusy);
    expect([titlesOf(notices), stored.get("animal-drafts-7")?.includes("Mine")]).toEqual([[], true]);
    save();
    await until(() => editor().isBusy);
    editor().leave("Luna");
    answer.resolve(refusal(500, "internal_error"));
    await until(() => titlesOf(notices).length === 2);
    expect(titlesOf(notices)).toEqual(["Your changes to Luna are kept, not saved", "That did not work"]);
    editor().discard();
    await until(() => editor().draft === undefined && editor().error === null);
  });
});

describe("the editor of a profile that is left while it saves", () => {
  const profileOf = (of: string) => () => ({
    body: { externalId: null, attributes: { breed: of } },
    headers: { etag: `"${of}"` },
  });
  const start = async (first: number, later: Handler, write: Handler) => {
    const [shown, notices] = [{ id: first }, shownNotices()];
    const read = profileOf("Collie");
    const asked = fakeService({
      "GET /v1/attributes": () => ({ body: all }),
      "GET /v1/pets": ({ query }) => ({
        body: [{ id: Number(query.get("id")), name: "Luna", categoryId: 1, status: "available" }],
      }),
      [`GET /v1/pets/${first}/profile`]: inTurn(read, later),
      [`GET /v1/pets/${first + 1}/profile`]: read,
      [`PATCH /v1/pets/${first}/profile`]: write,
      ...undoes(),
    });
    const hook = await runHook(() => [useProfileEditor(shown.id), useProfileDraft(first)[0], shown.id] as const);
    const editor = () => hook.now()[0];
    const type = async (text: string) => {
      await until(() => editor().profile.data !== undefined && editor().attributes.data !== undefined);
      editor().change(breed, text);
      await until(() => editor().draft !== undefined);
    };
    await type("Mine");
    editor().save("Luna", () => undefined);
    await until(() => editor().isBusy);
    const step = async () => {
      shown.id = first + 1;
      hook.rerender();
      await until(() => hook.now()[2] === shown.id);
      await settled();
    };
    return { asked, editor, type, step, ofFirst: () => hook.now()[1], titles: () => titlesOf(notices) };
  };

  it("ends the draft of its own animal, and puts back that one's values", async () => {
    const { answer, release } = held(profileOf("Mine"));
    const { asked, editor, type, step, ofFirst, titles } = await start(800, profileOf("Mine"), answer);
    await step();
    await type("Next");
    watchRefresh();
    release();
    await until(() => ofFirst() === undefined);
    expect([editor().draft?.changes, titles()]).toEqual([{ breed: "Next" }, ["Saved the details of Luna"]]);
    undoLast();
    await until(() => titles().includes("Put back the details of Luna"));
    const saved = asked.find(({ line }) => line === "PATCH /v1/pets/800/profile");
    expect(undoIn(asked).key).toBe(actionKeyOf(saved));
  });

  it.each([
    ["somebody else changed the same value", () => refusal(412, "precondition_failed"), []],
    ["the service fails", () => refusal(500, "internal_error"), ["That did not work"]],
  ])("says that what was typed is kept where %s", async (why, answer, others) => {
    const { answer: write, release } = held(answer);
    const { step, ofFirst, titles } = await start(820 + 10 * why.length, profileOf("Theirs"), write);
    await step();
    release();
    await until(() => titles().length > others.length);
    expect(titles()).toEqual(["Your changes to Luna are kept, not saved", ...others]);
    expect(ofFirst()?.changes).toEqual({ breed: "Mine" });
  });
});

describe("the details of a new animal", () => {
  it("are those of its category; what was typed for another one is left out", async () => {
    fakeService({ "GET /v1/attributes": () => ({ body: all }) });
    const details = { breed: "Collie", tricks: ["sit"], externalId: " " };
    const show = (categoryId: number | null) =>
      runHook(() =>
        useNewDetails({
          fields: { name: "", status: "available", categoryId },
          draft: { details },
          setDraft: () => undefined,
          error: null,
        }),
      );
    const none = await show(null);
    expect([none.now().fields, none.now().toProfile()]).toEqual([[], {}]);
    const dog = await show(1);
    await until(() => dog.now().fields.length > 1);
    expect(dog.now().fields).toEqual([breed, weight, externalIdField]);
    expect(dog.now().toProfile()).toEqual({ profile: { attributes: { breed: "Collie" } } });
  });
});

describe("a refusal of a profile", () => {
  const errorOf = (message: string) => new ApiError("invalid_request", message, 400);

  it("is split at the fields that it names, though a rule has a semicolon", () => {
    const rule = "must be an array of 1 to 50 different texts; null clears it, not []";
    const error = errorOf(
      `body.attributes.weight must be an integer, not "x"; body.attributes.tags ${rule}; body.externalId is taken by pet 4; choose another; the attributes are breed, weight`,
    );
    expect(profileErrors(error, "body")).toEqual({
      weight: 'Must be an integer, not "x"',
      tags: rule.replace("must", "Must"),
      externalId: "Is taken by pet 4; choose another",
    });
    expect([profileErrors(error, "body.profile"), profileErrors(null, "body")]).toEqual([{}, {}]);
  });

  it("of a new animal is not taken for one of its own fields", () => {
    const error = errorOf("body.name is required; body.profile.attributes.name must be a text, not 5");
    expect(profileErrors(error, "body.profile")).toEqual({ name: "Must be a text, not 5" });
  });
});
