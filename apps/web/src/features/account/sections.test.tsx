import { afterEach, describe, expect, it, vi } from "vitest";
import { draw, questionOf } from "../../../test/support/draw";
import { actAs, fakeService, type Handler, held, inTurn, refusal, userOf } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { markupOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { ContractForm } from "../../components/contract-form";
import { ConfirmDialog, Dialog } from "../../components/dialog";
import { LiveKeys } from "../../components/live-keys";
import { Section } from "../../components/page";
import { SecretDialog } from "../../components/secret-dialog";
import { SessionList } from "../../components/session-list";
import { InlineError } from "../../components/states";
import { askAuth } from "../../lib/service/api";
import { queryClient } from "../../lib/service/query-client";
import { session } from "../../lib/session/session";
import { OwnSessions } from "./own-sessions";
import { PasskeyRow } from "./passkey-row";
import { Passkeys } from "./passkeys";
import { PasswordForm } from "./password-form";
import { ownSessionsQuery, passkeysQuery } from "./queries";
import { SecondFactor } from "./second-factor";
import { TotpForm } from "./totp-form";
import { TotpSetup } from "./totp-setup";
import { WorkingKeys } from "./working-keys";

const done = () => ({ body: { success: true } });
/** Answers the request for the session that the page sends after it has learned that a second factor is needed. */
const sessionless = { "GET /auth/get-session": () => ({ body: null }) };
const lastOne = () => refusal(403, "second_factor_required");
const at = "2026-11-21T09:30:00.000Z";
const sessionOf = (id: number) => ({ id, userAgent: null, ipAddress: null, createdAt: at, endsAt: at }) as never;
const keyOf = (id: number) => ({ id, name: `Key ${id}`, lastFour: "x7Qd" }) as never;

afterEach(() => vi.unstubAllGlobals());

describe("the person's own sessions", () => {
  const show = async (ids: readonly number[], handlers: Parameters<typeof fakeService>[0] = {}) => {
    fakeService({
      "GET /auth/get-session": () => ({ body: { session: sessionOf(1), user: userOf("clerk") } }),
      "GET /auth/list-sessions": () => ({ body: ids.map(sessionOf) }),
      ...handlers,
    });
    queryClient.setQueryData(ownSessionsQuery.queryKey, { ownId: 1, sessions: ids.map(sessionOf) });
    return draw(OwnSessions, {});
  };

  it("can be ended together if the person has more than one", async () => {
    const canEndOthers = async (ids: readonly number[]) => (await show(ids)).get(Section).actions !== false;
    expect([await canEndOthers([1]), await canEndOthers([1, 2])]).toEqual([false, true]);
  });

  it("show an error if a session could not be ended", async () => {
    const notices = shownNotices();
    const sessions = await show([1, 2], { "POST /auth/revoke-session": () => refusal(409, "conflict") });
    sessions.get(SessionList).onEnd(sessionOf(2));
    await until(() => titlesOf(notices).length === 1);
    expect(notices()[0]?.type).toBe("error");
    await until(() => sessions.get(SessionList).endingId === undefined);
  });

  it("close the question once the others have ended, and announce it", async () => {
    const notices = shownNotices();
    const sessions = await show([1, 2], { "POST /auth/revoke-other-sessions": done });
    sessions.get<{ onClick: () => void }>("Button").onClick();
    await until(async () => (await questionOf(sessions)).get(ConfirmDialog).isOpen);
    (await questionOf(sessions)).get(ConfirmDialog).onConfirm();
    await until(async () => !(await questionOf(sessions)).get(ConfirmDialog).isOpen);
    expect(titlesOf(notices)).toHaveLength(1);
  });

  it("have a button each, except the session of this browser", () => {
    const list = (endingId?: number) => (
      <SessionList
        sessions={[sessionOf(1), sessionOf(2), sessionOf(3)]}
        ownId={1}
        endingId={endingId}
        onEnd={() => undefined}
      />
    );
    expect([markupOf(list()), markupOf(list(2))].map((html) => html.match(/aria-busy/g)?.length)).toEqual([
      undefined,
      1,
    ]);
    const html = textOf(<SessionList sessions={[sessionOf(1), sessionOf(2)]} ownId={1} onEnd={() => undefined} />);
    expect([html.match(/This browser/g)?.length, html.match(/\bEnd\b/g)?.length]).toEqual([1, 1]);
  });
});

describe("a password change", () => {
  const start = async (...answers: readonly Handler[]) => {
    actAs("manager");
    fakeService({ "POST /auth/change-password": inTurn(...answers) });
    const form = await draw(PasswordForm, {});
    const change = () => form.get(ContractForm).onSubmit({ currentPassword: "a", newPassword: "b" });
    return { form, change };
  };
  const changed = (ids: readonly number[]) => () => ({
    body: { apiKeys: ids.map(keyOf), user: userOf("manager", { name: "Mara M." }) },
  });
  const keysOf = (form: Awaited<ReturnType<typeof start>>["form"]) => form.get(WorkingKeys).keys.map(({ id }) => id);

  it("replaces the session's key and account, and lists only the account's own keys", async () => {
    const forget = vi.spyOn(session, "forgetKey");
    const { form, change } = await start(changed([5]), changed([]));
    const before = form.keyOf(ContractForm);
    change();
    await until(() => keysOf(form).length === 1);
    expect(form.keyOf(ContractForm)).not.toBe(before);
    expect(forget).toHaveBeenCalledTimes(1);
    expect(session.state.get()).toMatchObject({ user: { name: "Mara M." } });
    change();
    await until(() => keysOf(form).length === 0);
    forget.mockRestore();
  });

  it("does not ask for a sign-in when a request is refused while the password changes", async () => {
    actAs("manager");
    let current: unknown = null;
    const { answer, release } = held(() => {
      current = { user: userOf("manager"), session: sessionOf(2), mustEnrolSecondFactor: false };
      return changed([])();
    });
    const asked = fakeService({
      "POST /auth/change-password": answer,
      "GET /auth/passkeys": inTurn(
        () => refusal(401, "unauthorized"),
        () => ({ body: [] }),
      ),
      "GET /auth/get-session": () => ({ body: current }),
    });
    const form = await draw(PasswordForm, {});
    form.get(ContractForm).onSubmit({ currentPassword: "a", newPassword: "b" });
    await until(() => asked.length === 1);
    const passkeys = askAuth((auth, options) => auth.passkeys.listPasskeys(options));
    await until(() => asked.length === 2);
    release();
    expect((await passkeys).body).toEqual([]);
    expect(session.state.get()).toMatchObject({ hasEnded: false });
  });

  it("shows a wrong password at its field", async () => {
    const { form, change } = await start(() => refusal(400, "invalid_password"));
    change();
    await until(() => form.get(ContractForm).error !== null);
    expect(form.get(ContractForm).error).toMatchObject({ message: expect.stringMatching(/^body\.currentPassword /) });
  });
});

describe("keys after a new password", () => {
  const start = async (handlers: Parameters<typeof fakeService>[0]) => {
    actAs("manager");
    fakeService(handlers);
    const keys = await draw(WorkingKeys, { keys: [keyOf(5), keyOf(6)] });
    const button = (id: number) => keys.get(LiveKeys).action?.(keyOf(id)) as never as React.ReactElement<Button>;
    return { button };
  };
  type Button = { readonly isBusy?: boolean; readonly onClick?: () => void };

  it("are revoked one by one, with one busy button at a time", async () => {
    const { answer, release } = held(() => ({ status: 204 }));
    const { button } = await start({
      "DELETE /v1/api-keys/5": answer,
      "DELETE /v1/api-keys/6": () => ({ status: 204 }),
    });
    button(5).props.onClick?.();
    await until(() => button(5).props.isBusy === true);
    expect(button(6).props.isBusy).toBe(false);
    release();
    await until(() => button(5).type === "span");
    button(6).props.onClick?.();
    await until(() => button(6).type === "span");
    expect(button(5).type).toBe("span");
  });

  it("keep their button and show the reason if a key could not be revoked", async () => {
    const notices = shownNotices();
    const { button } = await start({ "DELETE /v1/api-keys/5": () => refusal(409, "conflict") });
    button(5).props.onClick?.();
    await until(() => notices()[0]?.type === "error");
    expect(button(5).type).not.toBe("span");
  });
});

type Clickable = { readonly onClick: () => void };

describe("the second factor", () => {
  const part = async (name: string, handlers: Parameters<typeof fakeService>[0]) => {
    const isOn = () => ({ body: { totp: true, recoveryCodesLeft: 3 } });
    fakeService({ ...sessionless, "GET /auth/two-factor": isOn, ...handlers });
    const section = await draw(SecondFactor, {});
    await until(() => section.has("On"));
    return (await section.part("On")).part(name);
  };

  it("closes the question before it shows the new codes", async () => {
    const codes = await part("NewCodes", {
      "POST /auth/two-factor/recovery-codes": () => ({ body: { recoveryCodes: ["a"] } }),
    });
    codes.get<Clickable>("Button").onClick();
    await until(async () => (await questionOf(codes)).get(ConfirmDialog).isOpen);
    (await questionOf(codes)).get(ConfirmDialog).onConfirm();
    const isAsked = async () => (await questionOf(codes)).get(ConfirmDialog).isOpen;
    await until(async () => codes.has(SecretDialog) && !(await isAsked()));
  });

  it("explains why the last second factor cannot be removed", async () => {
    const turnOff = await part("TurnOff", { "POST /auth/two-factor/disable": lastOne });
    (await questionOf(turnOff)).get(ConfirmDialog).onConfirm();
    await until(async () => (await questionOf(turnOff)).has(InlineError));
    expect((await questionOf(turnOff)).get(InlineError).error).toMatchObject({
      message: expect.stringContaining("requires a second factor"),
    });
  });

  it("is not reported as on when the setup was cancelled", async () => {
    const notices = shownNotices();
    fakeService({
      "POST /auth/two-factor/start": () => ({ body: { secret: "ABC", totpUri: "otpauth://totp/a?secret=ABC" } }),
    });
    const setup = await draw(TotpSetup, { isOn: false, finalFocus: () => null });
    setup.get<Clickable>("Button").onClick();
    await until(() => setup.has(SecretDialog));
    setup.get(SecretDialog).onClose();
    await until(() => !setup.has(SecretDialog));
    expect(titlesOf(notices)).toEqual([]);
  });

  it("accepts a code that is typed in two groups", async () => {
    const given = { id: "form", setup: { secret: "ABC", totpUri: "" }, onSubmit: () => undefined, error: null };
    const form = await draw(TotpForm, given as never);
    expect(form.get(ContractForm).toInput({ code: "123 456" })).toEqual({ code: "123456" });
  });
});

describe("passkeys", () => {
  const passkey = { id: 4, name: "Phone", createdAt: at, lastUsedAt: null } as never;

  it("are not offered if the browser does not support them", async () => {
    fakeService({ "GET /auth/passkeys": () => ({ body: [] }) });
    queryClient.setQueryData(passkeysQuery.queryKey, []);
    vi.stubGlobal("location", { hostname: "store.example" });
    const canAdd = async () => (await draw(Passkeys, {})).get(Section).actions !== false;
    expect(await canAdd()).toBe(false);
    vi.stubGlobal("PublicKeyCredential", Object);
    expect(await canAdd()).toBe(true);
  });

  it("close the question after a removal, and keep it open after a failure", async () => {
    fakeService({ ...sessionless, "POST /auth/passkeys/delete": inTurn(lastOne, done) });
    const row = await (await draw(PasskeyRow, { passkey })).part("RemoveButton");
    row.get<Clickable>("IconButton").onClick();
    await until(async () => (await questionOf(row)).get(ConfirmDialog).isOpen);
    (await questionOf(row)).get(ConfirmDialog).onConfirm();
    await until(async () => (await questionOf(row)).has(InlineError));
    expect((await questionOf(row)).get(InlineError).error).toMatchObject({
      message: expect.stringContaining("requires a second factor"),
    });
    (await questionOf(row)).get(ConfirmDialog).onConfirm();
    await until(async () => !(await questionOf(row)).get(ConfirmDialog).isOpen);
  });

  it("close the dialog after a passkey was renamed", async () => {
    fakeService({ "POST /auth/passkeys/rename": () => ({ body: { id: 4, name: "Old phone" } }) });
    const row = await draw(PasskeyRow, { passkey });
    row.get<Clickable>("IconButton").onClick();
    await until(() => row.has("RenameDialog"));
    const rename = await row.part("RenameDialog");
    const { title } = rename.get(Dialog);
    rename.get<{ onSubmit: (name: string) => void }>("PasskeyNameForm").onSubmit("Old phone");
    await until(() => !row.has("RenameDialog"));
    expect(title).toContain("Phone");
  });
});
