import { describe, expect, it } from "vitest";
import { draw, pageAt, questionOf } from "../../../test/support/draw";
import { actAs, fakeService, held, refusal, userOf } from "../../../test/support/fake-service";
import { settled, until } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { ConfirmDialog, Dialog } from "../../components/dialog";
import { NativeSelect } from "../../components/native-select";
import { SearchField } from "../../components/search-field";
import { SecretDialog } from "../../components/secret-dialog";
import { SessionList } from "../../components/session-list";
import { EmptyState } from "../../components/states";
import { Switch } from "../../components/switch";
import { queryClient } from "../../lib/service/query-client";
import { session } from "../../lib/session/session";
import { userQuery } from "../../lib/session/user-query";
import { AccountDrawer } from "./account-drawer";
import { BanDialog } from "./ban-dialog";
import { CorrectDialog } from "./correct-dialog";
import { InviteDialog } from "./invite-dialog";
import { NewAccountDialog } from "./new-account-dialog";
import { userSessionsQuery } from "./queries";
import { RoleForm } from "./role-form";
import { parseStaffSearch } from "./search";
import { StaffPage } from "./staff-page";
import { UserSessions } from "./user-sessions";

const ignore = () => undefined;
const sam = (fields: Parameters<typeof userOf>[1] = {}) => userOf("manager", { id: 8, name: "Sam", ...fields });
const moment = "2026-11-21T09:30:00.000Z";
const sessionOf = (id: number) =>
  ({ id, userAgent: null, ipAddress: null, createdAt: moment, endsAt: moment }) as never;
type Part = { readonly action: React.ReactElement<{ readonly isBusy?: boolean; readonly onClick: () => void }> };

const open = async (user = sam(), handlers: Parameters<typeof fakeService>[0] = {}) => {
  actAs("owner");
  fakeService({ "GET /auth/admin/get-user": () => ({ body: user }), ...handlers });
  queryClient.setQueryData(userQuery(user.id).queryKey, user);
  return (await draw(AccountDrawer, { id: user.id, onClose: ignore })).part("Account");
};

describe("the drawer of an account", () => {
  it("offers no action that would lock the person out of their own account", async () => {
    const parts = ["Own", "Password", "Access", "UserSessions"];
    const shown = async (id: number) => {
      const account = await open(sam({ id }));
      return parts.filter((name) => account.has(name));
    };
    expect([await shown(7), await shown(8)]).toEqual([["Own"], ["Password", "Access", "UserSessions"]]);
  });

  it("corrects name and email, and shows a taken address at its field", async () => {
    const notices = shownNotices();
    let isTaken = true;
    const asked: unknown[] = [];
    const account = await open(sam(), {
      "POST /auth/admin/update-user": ({ body }) => {
        asked.push(body);
        return isTaken ? refusal(409, "email_taken") : { body: { user: sam({ name: "Samuel" }) } };
      },
    });
    const identity = await account.part("Identity");
    const [button] = identity.every<{ readonly action: React.ReactElement<{ onClick: () => void }> }>("Part");
    button?.action.props.onClick();
    await until(() => identity.has(CorrectDialog));
    const dialog = await identity.part("CorrectDialog");
    const form = () => dialog.get(ContractForm);
    const input = { userId: 8, name: "Samuel", email: "sam@store.test" };
    expect(form().toInput({ name: input.name, email: input.email })).toEqual(input);
    form().onSubmit(input);
    await until(() => form().error !== null);
    expect((form().error as Error).message).toBe("body.email belongs to another account: use another address");
    isTaken = false;
    form().onSubmit(input);
    await until(() => titlesOf(notices).includes("Corrected Samuel"));
    expect(asked).toEqual([input, input]);
  });

  it("speaks to the person when they correct their own account, and about others otherwise", async () => {
    const told = async (id: number) => {
      actAs("owner");
      const dialog = await draw(CorrectDialog, { user: sam({ id }), onClose: ignore });
      const { title, description } = dialog.get(Dialog);
      return [title, description];
    };
    expect(await told(7)).toEqual([
      "Correct your name or address",
      "You sign in with the new address from now on, and stay signed in.",
    ]);
    expect(await told(8)).toEqual([
      "Correct the name or address of Sam",
      expect.stringMatching(/^They sign in .* Tell them\.$/),
    ]);
  });

  it("resets the chosen role when somebody else changed it", async () => {
    const keyOf = async (role: "clerk" | "manager") => (await open(sam({ role }))).keyOf(RoleForm);
    expect([await keyOf("clerk"), await keyOf("manager")]).toEqual(["clerk", "manager"]);
  });

  it("is busy while it enables an account, and shows a failure", async () => {
    const notices = shownNotices();
    const { answer, release } = held(() => refusal(409, "conflict"));
    const account = await open(sam({ banned: true }), { "POST /auth/admin/unban-user": answer });
    const access = await account.part("Access");
    const button = () => access.get<Part>("Part").action.props;
    button().onClick();
    await until(() => button().isBusy === true);
    release();
    await until(() => notices()[0]?.type === "error");
    expect(access.has(BanDialog)).toBe(false);
  });
});

describe("the form of a role", () => {
  const start = async (id: number) => {
    actAs("owner");
    const asked = fakeService({
      "POST /auth/admin/set-role": () => ({ body: { user: userOf("clerk", { id, name: "Sam" }) } }),
    });
    const form = await draw(RoleForm, { user: sam({ id }) });
    form.get(NativeSelect).onValueChange?.("clerk");
    await until(() => form.get(NativeSelect).value === "clerk");
    await settled();
    const submit = () => form.get<{ onSubmit: (event: object) => void }>("form").onSubmit({ preventDefault: ignore });
    return { form, asked, submit };
  };

  it("asks before it changes the person's own role, and then applies the change", async () => {
    const { form, asked, submit } = await start(7);
    submit();
    await until(() => form.get(ConfirmDialog).isOpen);
    expect(asked).toEqual([]);
    form.get(ConfirmDialog).onConfirm();
    await until(() => !form.get(ConfirmDialog).isOpen && asked.length === 1);
    await until(() => {
      const state = session.state.get();
      return state.phase === "signed-in" && state.user.role === "clerk";
    });
  });

  it("changes another person's role without a question, and nothing in one's own account", async () => {
    const { form, asked, submit } = await start(8);
    const notices = shownNotices();
    submit();
    await until(() => titlesOf(notices).length === 1);
    expect([asked[0]?.body, form.get(ConfirmDialog).isOpen]).toEqual([{ userId: 8, role: "clerk" }, false]);
    expect(session.state.get()).toMatchObject({ user: { id: 7, role: "owner" } });
  });
});

describe("the sessions of an account", () => {
  const show = async (ids: readonly number[], handlers: Parameters<typeof fakeService>[0] = {}) => {
    const list = { body: { sessions: ids.map(sessionOf) } };
    fakeService({ "POST /auth/admin/list-user-sessions": () => list, ...handlers });
    queryClient.setQueryData(userSessionsQuery(8).queryKey, ids.map(sessionOf) as never);
    return draw(UserSessions, { user: sam() });
  };

  it("can be ended together if there are at least two", async () => {
    expect([(await show([1])).has(Button), (await show([1, 2])).has(Button)]).toEqual([false, true]);
  });

  it("close the question once all have ended", async () => {
    const sessions = await show([1, 2], { "POST /auth/admin/revoke-user-sessions": () => ({ body: {} }) });
    sessions.get(Button).onClick?.(undefined as never);
    await until(async () => (await questionOf(sessions)).get(ConfirmDialog).isOpen);
    (await questionOf(sessions)).get(ConfirmDialog).onConfirm();
    await until(async () => !(await questionOf(sessions)).get(ConfirmDialog).isOpen);
  });

  it("enable the button again if a session could not be ended", async () => {
    const notices = shownNotices();
    const { answer, release } = held(() => refusal(409, "conflict"));
    const sessions = await show([1, 2], { "POST /auth/admin/revoke-user-session": answer });
    sessions.get(SessionList).onEnd(sessionOf(2));
    await until(() => sessions.get(SessionList).endingId === 2);
    release();
    await until(() => sessions.get(SessionList).endingId === undefined);
    expect(notices()[0]?.type).toBe("error");
  });
});

describe("the reset of a password", () => {
  const start = (fields: Parameters<typeof userOf>[1], made: object = {}) => {
    const user = sam(fields);
    const body = { user, invitation: { url: "https://store.example/x", expiresAt: moment }, apiKeys: [], ...made };
    const asked = fakeService({ "POST /auth/admin/invite-user": () => ({ body }) });
    return draw(InviteDialog, { user, onClose: ignore }).then((dialog) => ({ dialog, asked }));
  };

  it("revokes the keys and keeps the second factor by default", async () => {
    const { dialog } = await start({ secondFactor: true });
    const input = () => dialog.get(ContractForm).toInput({});
    expect(input()).toEqual({ userId: 8, revokeApiKeys: true, removeSecondFactor: false });
    dialog.get(Switch, { isOn: true }).onChange(false);
    await until(() => !dialog.has(Switch, { isOn: true }));
    expect(input()).toEqual({ userId: 8, revokeApiKeys: false, removeSecondFactor: false });
  });

  it("offers to remove the second factor only if there is one", async () => {
    const { dialog } = await start({ secondFactor: false });
    expect([dialog.has(Switch, { isOn: true }), dialog.has(Switch, { isOn: false })]).toEqual([true, false]);
  });

  it.each([
    [true, "keysRevoked"],
    [false, "keysWorking"],
  ])("lists the keys that were revoked, or that still work (%s)", async (apiKeysRevoked) => {
    const { dialog } = await start({}, { apiKeys: [{ id: 5, name: "Till", lastFour: "x7Qd" }], apiKeysRevoked });
    dialog.get(ContractForm).onSubmit({ userId: 8 });
    await until(() => dialog.get(SecretDialog).secret !== undefined);
    const more = dialog.get(SecretDialog).secret?.more as React.ReactElement<{ apiKeysRevoked: boolean }>;
    const keys = await draw(more.type as never, more.props);
    expect(keys.get<{ label: string }>("LiveKeys").label).toMatch(apiKeysRevoked ? /revoked/ : /still work/);
  });
});

describe("the other dialogs of staff", () => {
  it("omit an empty reason", async () => {
    const dialog = await draw(BanDialog, { user: sam(), onClose: ignore });
    const { toInput } = dialog.get(ContractForm);
    expect([toInput({ banReason: "" }), toInput({ banReason: "Left" })]).toEqual([
      { userId: 8 },
      { userId: 8, banReason: "Left" },
    ]);
  });

  it("show a taken email address at its field", async () => {
    fakeService({ "POST /auth/admin/create-user": () => refusal(409, "email_taken") });
    const dialog = await draw(NewAccountDialog, { onClose: ignore });
    dialog.get(ContractForm).onSubmit({ name: "Sam", email: "sam@store.example", role: "clerk" });
    await until(() => dialog.get(ContractForm).error !== null);
    expect(dialog.get(ContractForm).error).toMatchObject({ message: expect.stringMatching(/^body\.email /) });
  });
});

describe("the page of staff", () => {
  it("starts at the first page when the search changes", async () => {
    actAs("owner");
    const page = await pageAt("/staff?offset=50&searchValue=kim", parseStaffSearch);
    const staff = await (await draw(StaffPage, {}, page)).part("Staff");
    staff.get(SearchField).onChange(" sam ");
    staff.get(SearchField).onChange("");
    expect(page.asked).toEqual(["/staff?searchValue=sam", "/staff"]);
  });

  it("is for owners", async () => {
    const at = await pageAt("/staff", parseStaffSearch);
    const isShown = async (role: "owner" | "manager") => {
      actAs(role);
      const page = await draw(StaffPage, {}, at);
      return [page.has("Staff"), page.has(EmptyState)];
    };
    expect([await isShown("owner"), await isShown("manager")]).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
