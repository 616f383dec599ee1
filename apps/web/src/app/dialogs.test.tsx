import { NewCategory } from "@petstore/contract/schemas";
import { createElement } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { draw, pageAt } from "../../test/support/draw";
import { eventOf, keyOf, petFieldsOf, suggestionOf } from "../../test/support/examples";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../test/support/fake-service";
import { settled, until, watchRefresh } from "../../test/support/hook";
import { textOf } from "../../test/support/markup";
import { shownNotices, titlesOf } from "../../test/support/notices";
import { undoes } from "../../test/support/undos";
import { Button } from "../components/button";
import { ContractForm } from "../components/contract-form";
import { ConfirmDialog, Dialog } from "../components/dialog";
import { EventSentence } from "../components/event-sentence";
import { DidYouMean } from "../components/found";
import { SearchField } from "../components/search-field";
import { SecretDialog } from "../components/secret-dialog";
import { SecretField } from "../components/secret-field";
import { InlineError } from "../components/states";
import { ApiError } from "../lib/service/api-error";
import { newOrder } from "../lib/orders/new-order";
import { openPanel } from "../lib/page/panels";
import { type Conflict, openConflicts } from "../lib/pets/conflicts";
import { queryClient } from "../lib/service/query-client";
import { reauthentication } from "../lib/session/reauthentication";
import { forgetSearches, recentOf, recentSearches } from "../lib/search/recent-searches";
import { session } from "../lib/session/session";
import { undoLast } from "../lib/history/undo";
import { t } from "../texts";
import CommandPalette from "./command-palette";
import { ConflictDialog } from "./conflict-dialog";
import { GeneralShortcuts } from "./general-shortcuts";
import { PasskeySignIn } from "./passkey-sign-in";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { SecondFactorStep } from "./second-factor-step";
import { SignInPage } from "./sign-in-page";

const ignore = () => undefined;
const luna = petFieldsOf();
const anyPage = () => pageAt("/", (search) => search);

afterEach(() => {
  openConflicts.set([]);
  openPanel.set("none");
  forgetSearches();
  vi.unstubAllGlobals();
});

describe("the conflict dialog", () => {
  const conflictOf = (id: number, fields: Partial<Conflict> = {}): Conflict => ({
    edit: { id, from: luna, to: { ...luna, name: "Lola" } },
    reason: "changed",
    now: { ...luna, status: "sold" },
    onDecided: vi.fn<() => void>(),
    ...fields,
  });
  const open = async (conflicts: readonly Conflict[], ...answers: readonly Handler[]) => {
    const after = { id: conflicts[0]?.edit.id, ...conflicts[0]?.edit.to, status: "sold" };
    fakeService({
      ...undoes(),
      "POST /v1/pets/changes": inTurn(...answers),
      "GET /v1/categories": () => ({ body: [] }),
      "GET /v1/history": () => ({ body: [eventOf({ actionId: "1-1", after })] }),
    });
    openConflicts.set(conflicts);
    const dialog = await draw(ConflictDialog, {});
    return { dialog, one: await dialog.part("OneConflict") };
  };
  const changedAgain = () => ({ body: { changed: 0, left: [{ id: 7, reason: "changed", now: luna }] } });
  const done = () => ({ body: { changed: 1, left: [] } });

  it("closes when the choice is saved, and asks again if the animal has changed in between", async () => {
    const refresh = watchRefresh();
    const conflict = conflictOf(7);
    const { one } = await open([conflict], changedAgain, done);
    one.get(Button, { variant: "primary" }).onClick?.(undefined as never);
    await until(() => openConflicts.get()[0] !== conflict && refresh() === 1);
    expect([openConflicts.get()[0]?.onDecided, vi.mocked(conflict.onDecided)?.mock.calls.length]).toEqual([
      conflict.onDecided,
      0,
    ]);
  });

  it("shows who made the last change of the animal, and when", async () => {
    actAs("clerk");
    const event = { id: 4, at: new Date().toISOString(), action: "pet.update", subject: { kind: "pet", id: 7 } };
    const actor = { kind: "account", id: 3, name: "Sam" };
    const asked = fakeService({
      "GET /v1/history": () => ({
        body: [
          {
            ...event,
            orderId: null,
            actionId: null,
            actor,
            before: { ...luna, id: 7 },
            after: { ...luna, id: 7, status: "sold" },
          },
        ],
      }),
      "GET /v1/categories": () => ({ body: [] }),
    });
    openConflicts.set([conflictOf(7)]);
    const cause = await (await (await draw(ConflictDialog, {})).part("OneConflict")).part("Cause");
    await until(() => cause.has(EventSentence));
    expect(textOf(createElement(EventSentence, cause.get(EventSentence)))).toBe(
      "Sam changed Luna 7 · Status Available to Sold",
    );
    expect(asked.find(({ line }) => line === "GET /v1/history")?.query.toString()).toBe("subject=pet%3A7&limit=1");
  });

  it("keeps the draft when the dialog closes, or when an order reserves the animal", async () => {
    const [changed, reserved] = [conflictOf(7), conflictOf(8, { reason: "reserved" })];
    const first = await open([changed]);
    first.one.get(Dialog).onClose?.();
    expect([openConflicts.get(), vi.mocked(changed.onDecided)?.mock.calls.length]).toEqual([[], 0]);
    const second = await open([reserved]);
    second.one.every(Button)[0]?.onClick?.(undefined as never);
    expect([openConflicts.get(), vi.mocked(reserved.onDecided)?.mock.calls.length]).toEqual([[], 0]);
    const third = await open([conflictOf(9, { onDecided: changed.onDecided })]);
    third.one.every(Button)[0]?.onClick?.(undefined as never);
    expect(vi.mocked(changed.onDecided)?.mock.calls.length).toBe(1);
  });

  it.each(["primary", undefined] as const)(
    "saves the profile and the note together with either choice: %s",
    async (variant) => {
      const [profile, note] = [{ to: { attributes: { breed: "Collie" } } }, { text: "Bites.", isWarning: true }];
      const conflict = conflictOf(7);
      const asked = fakeService({ "POST /v1/pets/changes": done, "GET /v1/categories": () => ({ body: [] }) });
      shownNotices();
      openConflicts.set([{ ...conflict, edit: { ...conflict.edit, profile, note } }]);
      const one = await (await draw(ConflictDialog, {})).part("OneConflict");
      expect(textOf(one.element("Rest"))).toContain("Your note “Bites.” is saved with either choice.");
      const button = one.every(Button).find((each) => each.variant === variant);
      button?.onClick?.(undefined as never);
      await until(() => openConflicts.get().length === 0);
      const now = { ...luna, status: "sold" };
      const to = variant === undefined ? now : { ...now, name: "Lola" };
      const sent = asked.filter(({ line }) => line === "POST /v1/pets/changes");
      expect(sent.map(({ body }) => body)).toEqual([[{ id: 7, from: now, to, profile, note }]]);
      expect(vi.mocked(conflict.onDecided)?.mock.calls).toMatchObject([[{ to, note }]]);
    },
  );

  it("a dialog that is closed while it saves reports a failure in a notice with a retry", async () => {
    const [notices, conflict, { answer, release }] = [
      shownNotices(),
      conflictOf(7),
      held(() => refusal(400, "invalid")),
    ];
    const { dialog, one } = await open([conflict], answer, () => refusal(400, "invalid"), done);
    const save = () => one.get(Button, { variant: "primary" });
    save().onClick?.(undefined as never);
    await until(() => save().isBusy === true);
    one.get(Dialog).onClose?.();
    await until(() => !dialog.has("OneConflict"));
    one.unmount();
    expect(titlesOf(notices)).toEqual([]);
    release();
    await until(() => titlesOf(notices).includes(t.common.errorTitle));
    expect(conflict.onDecided).not.toHaveBeenCalled();
    notices()[0]?.press();
    await until(() => titlesOf(notices).length === 1);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Saved Lola"));
    expect(conflict.onDecided).toHaveBeenCalledOnce();
    // An open dialog shows the failure itself, so no notice shows it.
    const other = await open([conflictOf(8)], () => refusal(400, "invalid"), done);
    other.one.get(Button, { variant: "primary" }).onClick?.(undefined as never);
    await until(() => other.one.has(InlineError));
    expect(titlesOf(notices)).toEqual(["Saved Lola"]);
    // Undoes the change, because otherwise the next test would undo it.
    const action = { id: "1-1", status: "undone", job: { done: 1, leftCount: 0, left: [] } };
    fakeService({
      "GET /v1/actions": () => ({ body: [action] }),
      "POST /v1/actions/1-1/undo": () => ({ body: action }),
    });
    undoLast();
    await until(() => titlesOf(notices).includes("Renamed Lola back to Luna"));
  });

  it("closes only the conflict that it shows, and keeps the choices when others are added", async () => {
    const [first, second] = [conflictOf(7), conflictOf(8)];
    const { dialog, one } = await open([first]);
    const { key } = dialog.element("OneConflict");
    openConflicts.set([first, second]);
    await until(() => dialog.get<{ others: readonly unknown[] }>("OneConflict").others.length === 1);
    expect(dialog.element("OneConflict").key).toBe(key);
    openConflicts.set([second, first]);
    one.get(Dialog).onClose?.();
    expect(openConflicts.get()).toEqual([second]);
  });
});

describe("the commands", () => {
  type Command = { readonly label: string; readonly run: () => void };
  type Group = { readonly label: string; readonly items: readonly Command[] };
  const open = async (role: "clerk" | "manager" | "owner", handlers: Parameters<typeof fakeService>[0] = {}) => {
    actAs(role);
    const none = () => ({ body: [] });
    const asked = fakeService({
      "GET /v1/categories": none,
      "GET /v1/views": none,
      "GET /v1/attributes": none,
      "GET /v1/suggestions": () => ({ body: { suggestions: [] } }),
      "GET /v1/api-keys": none,
      "GET /auth/admin/list-users": () => ({ body: { users: [], total: 0, limit: 100, offset: 0 } }),
      ...handlers,
    });
    const page = await anyPage();
    const palette = await draw(CommandPalette, {}, page);
    type Root = { readonly items: readonly Group[]; readonly onValueChange: (text: string) => void };
    const root = () => palette.every<Root>("*").find(({ items }) => items) as Root;
    const all = () => root().items.flatMap(({ items }) => items);
    const labels = () => all().map(({ label }) => label);
    const groups = () => root().items.map(({ label }) => label);
    const found = () => asked.filter(({ line }) => line === "GET /v1/suggestions");
    const press = (key: string) => {
      const event = { key, preventDefault: vi.fn<() => void>(), preventBaseUIHandler: vi.fn<() => void>() };
      palette
        .every<{ onKeyDown?: (event: object) => void }>("*")
        .find(({ onKeyDown }) => onKeyDown)
        ?.onKeyDown?.(event);
      return event.preventBaseUIHandler.mock.calls.length > 0;
    };
    const type = (text: string) => root().onValueChange(text);
    const run = (label: string) =>
      all()
        .find((command) => command.label === label)
        ?.run();
    return { palette, root, labels, groups, found, type, press, run, asked, went: page.asked };
  };
  const order = suggestionOf({ kind: "order", id: 9, text: "Luna 1" });
  const answering = (...suggestions: readonly object[]) => ({ body: { suggestions } });

  it("show each role only its own pages", async () => {
    const pagesOf = async (role: "clerk" | "owner") =>
      (await open(role)).labels().filter((label) => ["Keys", "Staff"].includes(label));
    expect([await pagesOf("clerk"), await pagesOf("owner")]).toEqual([[], ["Keys", "Staff"]]);
  });

  it("show what the store has by kind, with the animals of a breed and all that match", async () => {
    const breed = suggestionOf({
      kind: "value",
      id: null,
      status: null,
      attribute: "breed",
      value: "Lundehund",
      text: "Lundehund",
      ranges: [],
    });
    const { type, labels, groups, run, found, went } = await open("clerk", {
      "GET /v1/suggestions": () =>
        answering(suggestionOf(), breed, suggestionOf({ kind: "customer", id: 3, text: "Luna Ray" }), order, {
          kind: "planet",
          id: 1,
          text: "Lunar",
          ranges: [],
        }),
    });
    expect(found()).toEqual([]);
    type("Lun");
    await until(() => labels().length === 5);
    expect(groups()).toEqual(["Animals", "Show the animals of", "Orders", "Customer"]);
    expect(labels()).toEqual(["Luna · 7", "All animals that match “Lun”", "Lundehund", "Luna 1 · #9", "Luna Ray"]);
    for (const label of labels()) run(label);
    expect(went).toEqual([
      "/animals?open=7",
      "/animals?q=Lun",
      "/animals?attributes%5Bbreed%5D=Lundehund",
      "/orders?open=9",
      "/customers?open=3",
    ]);
  });

  it("search once typing pauses, and keep the earlier results until the answer arrives", async () => {
    const { answer, release } = held(() => answering(suggestionOf({ id: 8, text: "Max" })));
    const { type, labels, found } = await open("clerk", {
      "GET /v1/suggestions": inTurn(() => answering(suggestionOf()), answer),
    });
    for (const text of ["L", "Lu", "Lun"]) type(text);
    await until(() => labels().includes("Luna · 7"));
    expect(found().map(({ query }) => query.get("q"))).toEqual(["Lun"]);
    type("Max");
    await until(() => found().length === 2);
    expect(labels()).toContain("Luna · 7");
    release();
    await until(() => labels().includes("Max · 8"));
    expect(labels()).not.toContain("Luna · 7");
  });

  it("open what a scanner types as soon as its answer arrives, and offer no order of that number", async () => {
    const chip = "985112000000001";
    const reason = { field: "attributes.chip", text: chip, ranges: [{ start: 0, end: chip.length }] };
    const { answer, release } = held(() => answering(suggestionOf({ reason })));
    const { type, press, labels, went } = await open("clerk", {
      "GET /v1/suggestions": inTurn(() => answering(suggestionOf({ id: 5, text: "Old" })), answer),
    });
    type("Old");
    await until(() => labels().includes("Old · 5"));
    type(chip);
    await until(() => press("Enter"));
    expect(went).toEqual([]);
    release();
    await until(() => went.length > 0);
    expect(went).toEqual(["/animals?open=7"]);
    expect(labels()).toEqual(["Luna · 7", `All animals that match “${chip}”`]);
    // With an answer, or with a result that was chosen with the arrow keys, Enter works as usual.
    expect(press("Enter")).toBe(false);
    type("Max");
    await settled();
    press("ArrowDown");
    expect(press("Enter")).toBe(false);
  });

  it("remember the searches of an account until it signs out", async () => {
    const { type, labels, run } = await open("clerk", { "GET /v1/suggestions": () => answering(suggestionOf()) });
    expect(labels()).not.toContain("Lun");
    type("Lun");
    await until(() => labels().includes("Luna · 7"));
    run("Luna · 7");
    type("");
    await until(() => labels()[0] === "Lun");
    actAs("clerk", { id: 8 });
    expect(recentOf(8, recentSearches.get())).toEqual([]);
    actAs("clerk");
    run("Lun");
    await until(() => labels().includes("Luna · 7"));
    type("");
    await until(() => labels().includes("Forget the recent searches"));
    run("Forget the recent searches");
    await until(() => !labels().includes("Lun"));
  });

  it("offer the corrected text", async () => {
    const { palette, root, type } = await open("clerk", {
      "GET /v1/suggestions": ({ query }) => ({
        body: { suggestions: [suggestionOf()], corrected: query.get("q") === "labrdor" ? "labrador" : null },
      }),
    });
    type("labrdor");
    await until(() => palette.has(DidYouMean));
    const { text, onChoose } = palette.get(DidYouMean);
    onChoose(text);
    await until(() => (root() as unknown as { value: string }).value === "labrador" && !palette.has(DidYouMean));
  });

  it("find orders and animals by number, and actions that work everywhere", async () => {
    const { type, labels, run, went } = await open("clerk");
    const first = async (text: string, label: string) => {
      type(text);
      await until(() => labels()[0] === label);
      run(label);
    };
    await first("order 3", "Order 3");
    await first("animal #26", "Animal 26");
    await first("New ani", "New animal");
    expect(newOrder.get()).toBeUndefined();
    await first("new order", "New order");
    expect(newOrder.get()).toEqual({});
    newOrder.set(undefined);
    vi.stubGlobal("location", new URL("http://store.test/animals"));
    await first("http://store.test/animals?open=5", "Animal 5");
    expect(went).toEqual(["/orders?open=3", "/animals?open=26", "/animals?new=true", "/animals?open=5"]);
    type("A1042");
    await until(() => labels().length === 0);
    type("dark");
    await until(() => labels().includes("Theme: Dark"));
    type("sign out");
    await until(() => labels()[0] === "Sign out");
  });

  it("find views for everyone, but staff and keys only for permitted roles", async () => {
    const handlers = {
      "GET /v1/views": () => ({
        body: [
          {
            ...{ page: "pets", name: "Rex sold", query: { status: "sold" } },
            ...{ isShared: false, owner: { id: 7, name: "Me" }, isOwn: true },
          },
        ],
      }),
      "GET /v1/api-keys": () => ({ body: [keyOf({ id: 5, name: "Rex till", lastFour: "aaaa" })] }),
      "GET /auth/admin/list-users": () => ({
        body: { users: [{ id: 3, name: "Rex Miller", email: "rex@store.test", role: "clerk" }], total: 1 },
      }),
    };
    const seenBy = async (role: "clerk" | "manager" | "owner", kinds: number) => {
      const { type, groups, asked } = await open(role, handlers);
      type("rex");
      await until(() => groups()[0] === "Views" && groups().length === kinds);
      return [groups(), asked.map(({ line }) => line).filter((line) => /keys|users/.test(line))];
    };
    expect(await seenBy("clerk", 1)).toEqual([["Views"], []]);
    queryClient.clear();
    expect(await seenBy("manager", 2)).toEqual([["Views", "Keys"], ["GET /v1/api-keys"]]);
    queryClient.clear();
    expect((await seenBy("owner", 3))[0]).toEqual(["Views", "Staff", "Keys"]);
  });

  it("open each view on its own page", async () => {
    const queries = { pets: { status: "sold" }, orders: { status: "placed" }, history: { counted: "sold" } };
    const { type, labels, run, went } = await open("clerk", {
      "GET /v1/views": ({ query: asked }) => {
        const page = (asked.get("page") ?? "pets") as keyof typeof queries;
        const rest = { isShared: false, owner: { id: 7, name: "Me" }, isOwn: true };
        return { body: [{ page, name: `Rex ${page}`, query: queries[page], ...rest }] };
      },
    });
    type("rex");
    await until(() => labels().length === 3);
    for (const label of labels()) run(label);
    expect(went).toEqual(["/animals?status=sold", "/orders?status=placed&view=list", "/history?counted=sold"]);
  });

  it("close the palette before they run", async () => {
    const { palette, root } = await open("clerk");
    openPanel.set("commands");
    type Drawn = React.ReactElement<{ readonly children: readonly React.ReactElement<ListProps>[] }>;
    type ListProps = {
      readonly children: (of: Group | Command) => React.ReactElement<{ readonly onClick: () => void }>;
    };
    const list = palette
      .every<{ children: (group: Group) => Drawn }>("*")
      .find(({ children }) => typeof children === "function");
    const choose = (text: string) => {
      const group = root().items.find(({ items }) => items.some(({ label }) => label === text));
      const command = group?.items.find(({ label }) => label === text);
      if (group === undefined || command === undefined) throw new Error("There is none.");
      list?.children(group).props.children[1]?.props.children(command).props.onClick();
    };
    choose(t.common.undo);
    expect(openPanel.get()).toBe("none");
    choose(t.shell.shortcuts);
    expect(openPanel.get()).toBe("shortcuts");
  });

  it("show the failure of the search for the current text, and no failure without a text", async () => {
    const { palette, root } = await open("clerk", {
      "GET /v1/suggestions": () => refusal(400, "invalid_request"),
    });
    root().onValueChange("Lun");
    await until(() => palette.has("LoadError"));
    root().onValueChange("");
    await until(() => !palette.has("LoadError"));
  });
});

describe("the navigation", () => {
  it("has no shortcut to pages that the role may not see", async () => {
    const shortcutsOf = async (role: "clerk" | "owner") => {
      actAs(role);
      return (await draw(GeneralShortcuts, {}))
        .every<{ page: { title: string } }>("GoTo")
        .map(({ page }) => page.title);
    };
    const [clerk, owner] = [await shortcutsOf("clerk"), await shortcutsOf("owner")];
    expect(owner.filter((title) => !clerk.includes(title))).toEqual([
      "Fields",
      "Import",
      "Keys",
      "Webhooks",
      "Store",
      "Staff",
    ]);
  });

  it("closes the phone's list of more pages after a choice, by Escape, or when the focus leaves it", async () => {
    vi.stubGlobal("document", { documentElement: { dataset: {} } });
    const { Navigation } = await import("./navigation");
    vi.unstubAllGlobals();
    actAs("clerk");
    const navigation = await (await draw(Navigation, {})).part("PageNavigation");
    type Nav = { readonly onBlur: (event: object) => void; readonly onKeyDown: (event: { key: string }) => void };
    const nav = () => navigation.get<Nav>("nav");
    const isOpen = () => navigation.has<{ "aria-expanded": boolean }>("button", { "aria-expanded": true });
    const open = async () => {
      navigation.get<{ onClick: () => void }>("button").onClick();
      await until(isOpen);
    };
    await open();
    navigation.get<{ onNavigate: () => void }>("PageLinks").onNavigate();
    await until(() => !isOpen());
    await open();
    nav().onKeyDown({ key: "ArrowDown" });
    const currentTarget = { contains: (other: unknown) => other === "inside" };
    nav().onBlur({ currentTarget, relatedTarget: "inside" });
    nav().onBlur({ currentTarget, relatedTarget: null });
    navigation.rerender();
    expect(isOpen()).toBe(true);
    nav().onBlur({ currentTarget, relatedTarget: "outside" });
    await until(() => !isOpen());
    await open();
    nav().onKeyDown({ key: "Escape" });
    await until(() => !isOpen());
  });
});

describe("signing in", () => {
  it("empties the form when the kind of code changes", async () => {
    const step = await draw(SecondFactorStep, { methods: ["totp", "recoveryCode"], onRestart: ignore });
    const keyOf = () => step.element("CodeForm").key;
    const before = keyOf();
    step.get(Button).onClick?.(undefined as never);
    await until(() => keyOf() !== before);
  });

  it("explains where passkeys work if they do not work here", async () => {
    vi.stubGlobal("PublicKeyCredential", Object);
    vi.stubGlobal("location", { hostname: "127.0.0.1", port: "3000", pathname: "/" });
    const asked = fakeService({});
    const signIn = await draw(PasskeySignIn, {});
    signIn.get(Button).onClick?.(undefined as never);
    await until(() => signIn.has("PasskeyHint"));
    expect([asked, signIn.has(InlineError)]).toEqual([[], false]);
  });

  it("says that a sign-out was not confirmed", async () => {
    const has = async (isUnconfirmed: boolean) => {
      session.state.set({ phase: "signed-out", isUnconfirmed });
      return (await draw(SignInPage, { onType: ignore })).has(InlineError);
    };
    expect([await has(true), await has(false)]).toEqual([true, false]);
  });

  it("offers a passkey as proof only to people who have one", async () => {
    actAs("clerk");
    vi.stubGlobal("PublicKeyCredential", Object);
    vi.stubGlobal("location", { hostname: "store.example", port: "", pathname: "/" });
    void reauthentication.ask().catch(ignore);
    const answers = [{ id: 4 }];
    fakeService({ "GET /auth/passkeys": () => ({ body: answers }) });
    const proof = await (await (await draw(ReauthenticationDialog, {})).part("PasswordProof")).part("PasskeyProof");
    await until(() => proof.has(Button));
    const { queryClient } = await import("../lib/service/query-client");
    answers.pop();
    await queryClient.invalidateQueries();
    await until(() => !proof.has(Button));
    reauthentication.cancel();
    expect((await draw(ReauthenticationDialog, {})).has("PasswordProof")).toBe(false);
  });
});

describe("a form of the contract", () => {
  const open = async (error: unknown, onSubmit: (body: object) => void = ignore) => {
    const given = { schema: NewCategory, toInput: (values: object) => values, onSubmit, error, children: null };
    const form = await draw(ContractForm<typeof NewCategory>, given);
    type Form = { readonly errors: object; readonly onFormSubmit: (values: object) => void };
    return {
      form,
      submit: (values: object) => form.get<Form>("Form").onFormSubmit(values),
      errors: () => form.get<Form>("Form").errors,
    };
  };

  it("hides a problem once the person has corrected it", async () => {
    const { submit, errors } = await open(null);
    submit({ name: "" });
    await until(() => Object.keys(errors()).length === 1);
    submit({ name: "Dogs" });
    await until(() => Object.keys(errors()).length === 0);
  });

  it("shows a problem above the buttons if the form lacks its field", async () => {
    const { form, submit } = await open(null);
    submit({ other: "" });
    await until(() => form.has(InlineError));
  });

  it("can send the same values again", async () => {
    const onSubmit = vi.fn<() => void>();
    const { form, submit } = await open(new ApiError("offline", "You are offline."), onSubmit);
    expect(form.get(InlineError).onRetry).toBeUndefined();
    submit({ name: "Dogs" });
    await until(() => form.get(InlineError).onRetry !== undefined);
    form.get(InlineError).onRetry?.();
    expect(onSubmit.mock.calls).toEqual([[{ name: "Dogs" }], [{ name: "Dogs" }]]);
  });
});

describe("a secret that is shown once", () => {
  const secret = { title: "Key", label: "The key", value: "s", detail: "", fileName: "codes.txt" };

  it("asks before it closes, unless the secret was copied", async () => {
    const onClose = vi.fn<() => void>();
    const dialog = await draw(SecretDialog, { title: "", secret, onClose }, await anyPage());
    const isAsking = () => dialog.get(ConfirmDialog).isOpen;
    dialog.get(Dialog).onClose?.();
    await until(isAsking);
    dialog.get(ConfirmDialog).onClose();
    await until(() => !isAsking());
    expect(onClose).not.toHaveBeenCalled();
    const before = dialog.get(Dialog).onClose;
    dialog.get(SecretField).onCopied?.();
    await until(() => dialog.get(Dialog).onClose !== before);
    dialog.get(Dialog).onClose?.();
    expect([onClose.mock.calls.length, isAsking()]).toEqual([1, false]);
  });

  it("counts as copied only after copying worked or it was saved", async () => {
    const onCopied = vi.fn<() => void>();
    const field = await draw(SecretField, { ...secret, onCopied });
    const input = { value: "s", select: ignore };
    field.get<{ ref: (element: object) => void }>("input").ref(input);
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("No.")) } });
    Object.assign(document, { execCommand: () => false, createElement: () => ({ click: ignore }) });
    field.every(Button)[0]?.onClick?.(undefined as never);
    await until(() => field.get<{ children: string }>("p").children === t.common.copyFailed);
    expect(onCopied).not.toHaveBeenCalled();
    Object.assign(document, { execCommand: () => true });
    field.every(Button)[0]?.onClick?.(undefined as never);
    await until(() => onCopied.mock.calls.length === 1);
    vi.stubGlobal(
      "URL",
      Object.assign(class extends URL {}, { createObjectURL: () => "blob:x", revokeObjectURL: ignore }),
    );
    field.every(Button)[1]?.onClick?.(undefined as never);
    expect(onCopied.mock.calls.length).toBe(2);
  });
});

describe("a search field", () => {
  it("sends one request when typing pauses, and no request after it is removed", async () => {
    const onChange = vi.fn<(text: string) => void>();
    const clear = vi.spyOn(globalThis, "clearTimeout");
    const field = await draw(SearchField, { label: "Search", value: "", onChange, onLeave: ignore });
    type Input = {
      readonly onChange: (event: object) => void;
      readonly onKeyDown: (event: object) => void;
      readonly value: string;
    };
    field.get<Input>("input").onChange({ target: { value: "Rex" } });
    await until(() => field.get<Input>("input").value === "Rex");
    field.get<Input>("input").onKeyDown({ key: "Enter", nativeEvent: {}, preventDefault: ignore });
    expect(onChange.mock.calls).toEqual([["Rex"]]);
    await new Promise((resolve) => setTimeout(resolve, 210));
    expect(onChange.mock.calls).toHaveLength(1);
    field.get<Input>("input").onChange({ target: { value: "Max" } });
    field.unmount();
    const cleared = clear.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 210));
    expect([onChange.mock.calls.length, cleared > 0]).toEqual([1, true]);
    clear.mockRestore();
  });
});

describe("a notice with a button", () => {
  it("closes when its button is pressed", async () => {
    const { notify } = await import("../lib/page/notices");
    const notices = shownNotices();
    const run = vi.fn<() => void>();
    notify({ title: "Sold Luna", action: { label: "Undo", run } });
    notices()[0]?.press();
    expect([notices(), run.mock.calls.length]).toEqual([[], 1]);
  });
});
