import type { AuditEvent } from "@petstore/contract/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { draw } from "../../../../test/support/draw";
import { attributeOf, eventOf, petFieldsOf, petOf } from "../../../../test/support/examples";
import { actAs, fakeService, held, inTurn, refusal } from "../../../../test/support/fake-service";
import { runHook, until } from "../../../../test/support/hook";
import { textOf } from "../../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { AttributeInput } from "../../../components/attribute-input";
import { Button } from "../../../components/button";
import { ContractForm } from "../../../components/contract-form";
import { Drawer } from "../../../components/dialog";
import { InlineError } from "../../../components/states";
import { ApiError } from "../../../lib/service/api-error";
import { problemsOf } from "../../../lib/service/rule-sentences";
import { attributesQuery } from "../../../lib/pets/attributes";
import { queryClient } from "../../../lib/service/query-client";
import { t } from "../../../texts";
import { useNewPetDraft, useNoteDraft, useProfileDraft } from "./drafts";
import { today } from "../../../lib/text/local-days";
import { NewPetDetails, useNewDetails } from "./new-pet-details";
import { NewPetDrawer } from "./new-pet-drawer";
import { DraftNote } from "./notes";
import { PetDrawer } from "./pet-drawer";
import { PetForm } from "./pet-form";
import { PetHistory } from "./pet-history";
import { profileQuery } from "./profile-query";
import { ProfileForm } from "./profile-form";
import { ProfileSection } from "./profile-section";
import { latestOf, petHistoryQuery, petQuery, profileHistoryQuery } from "./queries";
import type { PetEditor } from "./use-pet-editor";
import type { ProfileEditor } from "./use-profile-editor";

const ignore = () => undefined;
const texts = t.attributes.details;
const luna = petOf();
const breed = attributeOf();
const coat = attributeOf({ id: 5, name: "coat", label: "Coat" });
const kennel = attributeOf({ id: 7, name: "kennel", label: "Kennel", isArchived: true });
const wings = attributeOf({ id: 8, name: "wings", label: "Wings", categoryIds: [2] });
const all = [breed, coat, kennel, wings];
const stored = new Map<string, string>();
let account = 900;

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

describe("the section of details", () => {
  const open = async (given: Partial<ProfileEditor>) => {
    const calls = {
      change: vi.fn<ProfileEditor["change"]>(),
      discard: vi.fn<() => void>(),
      keepMine: vi.fn<() => void>(),
      takeTheirs: vi.fn<() => void>(),
    };
    const state = { editor: {} as ProfileEditor };
    const show = (next: Partial<ProfileEditor>) => {
      state.editor = {
        profile: { data: {}, error: null },
        attributes: { data: all, error: null },
        now: {},
        taken: [],
        clashes: [],
        asked: 0,
        ...calls,
        ...next,
      } as unknown as ProfileEditor;
    };
    show(given);
    const section = await draw(
      () => ProfileSection({ editor: state.editor, categoryId: 1, hasLeft: false, onSubmit: ignore, error: null }),
      {},
    );
    const link = () =>
      section.get<{ links: React.ReactElement<{ onClick: () => void }> | false }>("DrawerSection").links;
    return { section, calls, show, link };
  };
  type Press = { readonly onClick: () => void; readonly children?: unknown };

  it("lists known and missing fields, and opens the one that is clicked", async () => {
    const { section, link } = await open({ now: { breed: "Collie" } });
    const values = await section.part("Values");
    const texted = textOf(section.element("Values"));
    expect(texted).toMatch(/Breed Collie .*Coat/);
    expect(texted.match(/Breed/g)).toHaveLength(2);
    values.every<Press>("button").at(-2)?.onClick();
    await until(() => section.has(ProfileForm));
    expect(section.get(ProfileForm).focusOn).toBe("coat");
    const done = link();
    if (done === false) throw new Error("It cannot be closed.");
    done.props.onClick();
    await until(() => !section.has(ProfileForm));
  });

  it("stays open while something is typed", async () => {
    const draft = { base: {}, changes: { breed: "Collie" } };
    const { section, link } = await open({ draft });
    expect([section.has(ProfileForm), link()]).toEqual([true, false]);
  });

  it("asks only about fields that both people have changed", async () => {
    const draft = { base: {}, changes: { breed: "Mine" } };
    const { section, calls } = await open({ draft, now: { breed: "Theirs" }, clashes: ["breed"] });
    const both = (await section.part("Meanwhile")).every(Button);
    expect(both.map(({ children }) => children)).toEqual([texts.keepMine, t.petDrawer.takeTheirs]);
    both[0]?.onClick?.(undefined as never);
    expect([calls.keepMine.mock.calls.length, calls.takeTheirs.mock.calls.length]).toEqual([1, 0]);
    both[1]?.onClick?.(undefined as never);
    expect(calls.takeTheirs.mock.calls).toHaveLength(1);
    const other = await open({ draft, now: { coat: "Curly" }, taken: ["coat"] });
    expect((await other.section.part("Meanwhile")).has(Button)).toBe(false);
  });

  it("offers to keep or clear a value that the category does not have", async () => {
    const now = { kennel: "12", wings: "2" };
    const draft = { base: now, changes: { kennel: "", breed: "Collie" } };
    const { section, calls } = await open({ now, draft });
    expect(textOf(section.element("Left"))).toContain(texts.leftCategory);
    const [keep, clear] = (await section.part("Left")).every(Button);
    keep?.onClick?.(undefined as never);
    clear?.onClick?.(undefined as never);
    expect(calls.change.mock.calls).toEqual([
      [kennel, "12"],
      [wings, ""],
    ]);
    expect(calls.discard).not.toHaveBeenCalled();
    const before = await open({ now: { kennel: "12" } });
    expect(textOf(before.section.element("Left"))).toContain(texts.leftArchived);
  });

  it("shows a failure only if no field shows it", async () => {
    const has = async (errors: Readonly<Record<string, string>>) => {
      const error = new ApiError("invalid_request", "No.", 400);
      const given = { fields: [breed], typed: () => "", onChange: ignore, onSubmit: ignore, error, errors };
      return (await draw(ProfileForm, given)).has(InlineError);
    };
    expect([await has({}), await has({ breed: "No." }), await has({ breed: "No.", gone: "No." })]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe("the form of an animal's own fields", () => {
  it("says that a name shows nothing before it sends it", async () => {
    const typed = { ...petFieldsOf({ name: "\u200b" }) };
    const form = await draw(PetForm, { id: "form", fields: typed, onChange: ignore, onSubmit: ignore, error: null });
    const { schema } = form.get(ContractForm);
    const parse = (name: string) => schema.safeParse({ ...typed, name }, { reportInput: true });
    expect(problemsOf(parse("\u200b").error as z.ZodError).fields).toEqual({
      name: "Needs a character that can be seen",
    });
    expect(parse("\u200bRex").success).toBe(true);
  });
});

describe("the reasons at the details of an animal", () => {
  it("are in the language of the page, and stay while the person types another value", async () => {
    const weight = attributeOf({ name: "weight", label: "Weight", type: "number", maximum: 10 });
    const error = new ApiError("invalid_request", "No.", 400);
    let text = "11";
    const given = { fields: [weight], typed: () => text, onChange: ignore, onSubmit: ignore, error };
    const form = await draw(ProfileForm, { ...given, errors: { weight: "Must be a number of at most 10, not 11" } });
    const shown = () => form.get(AttributeInput).error;
    expect(shown()).toEqual({ text: "Is more than 10", isEnglish: false });
    text = "9";
    expect(shown()).toEqual({ text: "Is more than 10", isEnglish: false });
  });
});

describe("the drawer of an animal with details", () => {
  const open = async (handlers: Parameters<typeof fakeService>[0] = {}) => {
    const [onClose, notices] = [vi.fn<() => void>(), shownNotices()];
    fakeService(handlers);
    queryClient.setQueryData(petQuery(7).queryKey, luna);
    queryClient.setQueryData(profileQuery(7).queryKey, {});
    queryClient.setQueryData(attributesQuery.queryKey, all);
    const drawer = await draw(PetDrawer, { id: 7, onClose, onStep: ignore });
    const given = () => {
      const { editor } = drawer.get<{ readonly editor: PetEditor }>("Content");
      return { editor, profile: editor.profile };
    };
    await until(() => given().profile.attributes.data !== undefined && given().profile.profile.data !== undefined);
    const type = async () => {
      given().profile.change(breed, "Collie");
      await until(() => given().profile.draft !== undefined);
    };
    return { drawer, given, type, onClose, notices };
  };

  it("says that details are not saved, and discards them with the other fields", async () => {
    const { drawer, given, type } = await open();
    expect((await drawer.part("Actions")).has(DraftNote)).toBe(false);
    await type();
    given().editor.change({ name: "Lola" });
    await until(() => given().editor.draft !== undefined);
    (await drawer.part("Actions")).get(DraftNote).onDiscard();
    await until(() => given().profile.draft === undefined && given().editor.draft === undefined);
  });

  it("says once that a draft is kept, in the form, the details or both", async () => {
    const { drawer, given, type, onClose, notices } = await open();
    await type();
    drawer.get(Drawer).onClose?.();
    expect([titlesOf(notices), onClose.mock.calls.length]).toEqual([["Your changes to Luna are kept, not saved"], 1]);
    given().editor.change({ name: "Lola" });
    await until(() => given().editor.draft !== undefined);
    drawer.get(Drawer).onClose?.();
    expect(titlesOf(notices)).toHaveLength(2);
  });

  it("is busy while details are saved, and shows those of the chosen category", async () => {
    const { answer, release } = held(() => refusal(400, "invalid_request"));
    const { drawer, given, type } = await open({ "POST /v1/pets/changes": answer });
    await type();
    given().editor.change({ categoryId: 2 });
    await until(() => given().editor.draft !== undefined);
    const { type: Content, props } = drawer.element("Content");
    const content = await draw(Content as (props: object) => React.ReactNode, props);
    const form = await content.part("EditForm");
    const section = form.element("ProfileSection");
    expect([section.key, (section.props as { categoryId: number }).categoryId]).toEqual(["profile-7", 2]);
    expect(content.element("PetNotes").key).toBe("7");
    given().editor.save({ ...luna, categoryId: 2 });
    await until(() => given().editor.isBusy);
    expect((await drawer.part("Actions")).get(Button, { variant: "primary" }).isBusy).toBe(true);
    release();
    await until(() => given().editor.error !== null);
  });

  it.each([
    { at: "body.0.to.name is required", shownBy: ["form"] },
    { at: "body.0.profile.to.attributes.breed must be shorter", shownBy: ["details"] },
    { at: "body.0.note.text must be shorter", shownBy: ["note"] },
    { at: "the service is busy", shownBy: ["form"] },
    { at: "body.0.to.name is required; body.0.note.text must be shorter", shownBy: ["form", "note"] },
  ])("shows a refusal once, beside the part that was refused: $at", async ({ at, shownBy }) => {
    const { drawer } = await open();
    const { type: Content, props } = drawer.element("Content");
    const editor = { ...(props as { editor: PetEditor }).editor, error: new ApiError("invalid_request", at, 400) };
    const content = await draw(Content as (props: object) => React.ReactNode, { ...props, editor });
    const form = await content.part("EditForm");
    const errors = {
      form: form.get(PetForm).error,
      details: form.get(ProfileSection).error,
      note: content.get<{ readonly saveError: unknown }>("PetNotes").saveError,
    };
    expect(Object.entries(errors).flatMap(([part, error]) => (error === null ? [] : [part]))).toEqual(shownBy);
  });

  it("shows photos and notes once the animal is known to exist", async () => {
    fakeService({ "GET /v1/pets": () => ({ body: [] }) });
    const content = async () => (await draw(PetDrawer, { id: 8, onClose: ignore, onStep: ignore })).part("Content");
    expect((await content()).has("PetPhotos")).toBe(false);
  });
});

describe("the draft of a new animal", () => {
  it("is kept field by field, and stored in the tab", async () => {
    fakeService({ "GET /v1/attributes": () => ({ body: all }) });
    const fields = petFieldsOf({ name: "" });
    const hook = await runHook(() => {
      const { draft, set } = useNewPetDraft();
      return useNewDetails({ fields, draft, setDraft: set, error: null });
    });
    await until(() => hook.now().fields.length > 1);
    for (const one of [breed, coat]) {
      hook.now().change(one, "Curly");
      await until(() => hook.now().typed(one) === "Curly");
    }
    expect(hook.now().toProfile()).toEqual({ profile: { attributes: { breed: "Curly", coat: "Curly" } } });
  });

  it("begins with today as the day of arrival if the form asks for it, and sends no day that was cleared", async () => {
    const arrived = attributeOf({ id: 8, name: "arrived_on", label: "Arrived on", type: "date" });
    const later = { ...arrived, id: 9, name: "intake_again", isAskedAtIntake: false };
    queryClient.setQueryData(attributesQuery.queryKey, [arrived, later]);
    const hook = await runHook(() => {
      const { draft, set } = useNewPetDraft();
      return useNewDetails({ fields: petFieldsOf({ name: "" }), draft, setDraft: set, error: null });
    });
    expect(hook.now().typed(arrived)).toBe(today());
    expect(hook.now().toProfile()).toEqual({ profile: { attributes: { arrived_on: today() } } });
    for (const [day, sent] of [
      ["2026-11-03", { profile: { attributes: { arrived_on: "2026-11-03" } } }],
      ["", {}],
    ] as const) {
      hook.now().change(arrived, day);
      await until(() => hook.now().typed(arrived) === day);
      expect(hook.now().toProfile()).toEqual(sent);
    }
  });

  it("is sent with the animal, and shows a refusal at its field", async () => {
    const message = "body.profile.attributes.breed must be shorter";
    const asked = fakeService({
      "POST /v1/pets": inTurn(
        () => ({ status: 400, body: { code: "invalid_request", message, status: 400 } }),
        () => refusal(409, "conflict"),
      ),
    });
    queryClient.setQueryData(attributesQuery.queryKey, all);
    const drawer = await draw(NewPetDrawer, { onClose: ignore, onOpen: ignore });
    const [form, details] = [() => drawer.get(PetForm), () => drawer.get(NewPetDetails).details];
    expect(textOf(drawer.element("NewPetDetails"))).toBe("");
    form().onChange({ name: "Ada", categoryId: 1 });
    await until(() => details().fields.length > 0);
    details().change(breed, "Collie");
    await until(() => details().typed(breed) === "Collie");
    const submit = () => form().onSubmit(petFieldsOf({ name: "Ada" }));
    submit();
    await until(() => details().isError);
    expect([form().error, details().errors]).toEqual([null, { breed: "Must be shorter" }]);
    submit();
    await until(() => !details().isError && form().error !== null);
    expect(asked[0]?.body).toMatchObject({ name: "Ada", profile: { attributes: { breed: "Collie" } } });
  });

  it("is kept over a reload, like the drafts of other animals", async () => {
    const profile = { base: { breed: "Collie" }, changes: { breed: "Mine" } };
    const added = { name: "Ada", details: { breed: "Collie" } };
    const note = { text: "Bites.", isWarning: true };
    const kept = { profiles: { 7: profile }, newPets: { new: added }, notes: { 7: note } };
    stored.set(`drafts-${account}`, JSON.stringify(kept));
    const hook = await runHook(() => [useProfileDraft(7), useNewPetDraft(), useNoteDraft(7)] as const);
    expect(hook.now().map(({ draft }) => draft)).toEqual([profile, added, note]);
  });
});

describe("the history of an animal", () => {
  const ofProfile = (id: number, fields: Partial<AuditEvent> = {}) =>
    eventOf({
      id,
      action: "profile.update",
      subject: { kind: "profile", id: 7 },
      before: { attributes: { breed: "Collie" } },
      after: { attributes: { breed: "Poodle" } },
      ...fields,
    });
  const show = (pets: readonly AuditEvent[], profiles: readonly AuditEvent[]) => {
    queryClient.setQueryData(petHistoryQuery(7).queryKey, pets);
    queryClient.setQueryData(profileHistoryQuery(7).queryKey, profiles);
    queryClient.setQueryData(attributesQuery.queryKey, all);
    return textOf(<PetHistory petId={7} />);
  };

  it("lists changes of details among the other changes, with the labels of the fields", () => {
    expect(show([eventOf()], [ofProfile(2)])).toMatch(/Breed: Collie to Poodle.*Status: Available to Sold/);
    expect(show([eventOf()], [ofProfile(2, { after: null })])).toContain(t.petDrawer.detailsRemoved);
    expect(show([], [])).toContain(t.petDrawer.noHistory);
  });

  it("shows the ten newest changes of both kinds", () => {
    const ids = (from: number) => Array.from({ length: 8 }, (_, at) => eventOf({ id: from - 2 * at }));
    expect(latestOf(ids(20), ids(19)).map(({ id }) => id)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
  });
});
