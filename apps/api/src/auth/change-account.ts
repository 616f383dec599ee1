import type { Actor } from "@petstore/contract";
import { type AccountState, readAccount } from "../accounts/account-state.js";
import { changeAccounts } from "../accounts/change-accounts.js";
import { checkPassword } from "../accounts/password-rule.js";
import type { SignedIn } from "../accounts/staff-auth.js";
import type { AuditEntry } from "../operation/audit-trail.js";
import { transact } from "../database/transact.js";
import type { Deps } from "../deps.js";
import { invalidRequest, notSignedIn } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import { type AuthCall, toRequest } from "./auth-call.js";
import { finishPasswordChange } from "./finish-password-change.js";
import { refusalOf } from "./send-response.js";
import type { SignInParts } from "./sign-in.js";

type Input = { userId?: string; email?: string; name?: string; password?: string; newPassword?: string };

const inputOf = (call: AuthCall) => call.input as Input;

const passwordPaths = ["/change-password", "/admin/set-user-password"];

/** Whose account is changed; undefined where it is yet to be made. */
const subjectOf = (call: AuthCall, { account }: SignedIn): bigint | undefined => {
  const { userId } = inputOf(call);
  if (userId !== undefined) return BigInt(userId);
  return call.route.path === "/change-password" ? account.id : undefined;
};

/** An account that is not there, better-auth answers. */
const ownerOfPassword = async ({ db }: Pick<Deps, "db">, call: AuthCall, id: bigint | undefined) => {
  const { email = "", name = "" } = inputOf(call);
  return id === undefined ? { email, name } : db.account.findUnique({ where: { id } });
};

/** Before the transaction: it takes the processor, and nobody else is to wait for that. */
const checkNewPassword = async (deps: Pick<Deps, "db">, call: AuthCall, id: bigint | undefined) => {
  const { password, newPassword } = inputOf(call);
  const given = password ?? newPassword;
  if (given === undefined) return;
  const owner = await ownerOfPassword(deps, call, id);
  const problem = owner === null ? undefined : await checkPassword(given, owner);
  if (problem !== undefined)
    throw invalidRequest(`body.${password === undefined ? "newPassword" : "password"} ${problem}`);
};

const actionOf = (
  call: AuthCall,
  before: AccountState | null,
  after: AccountState,
): AuditEntry["action"] | undefined => {
  if (before === null) return "account.create";
  if (passwordPaths.includes(call.route.path)) return "account.set_password";
  if (before.disabled !== after.disabled) return after.disabled ? "account.disable" : "account.enable";
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : "account.update";
};

/** The id of the account that better-auth has just made. */
const idIn = async (response: Response): Promise<bigint> => {
  const { user } = (await response.clone().json()) as { user: { id: string } };
  return BigInt(user.id);
};

/**
 * Has better-auth change an account, in one transaction with what the audit trail says of it: what it refuses leaves nothing
 * behind. The change is committed when this is fulfilled.
 */
export const createChangeAccount =
  (deps: Pick<Deps, "db">, { limits, devices }: SignInParts) =>
  async (call: AuthCall): Promise<Response> => {
    if (call.signedIn === undefined) throw notSignedIn();
    const { id, email } = call.signedIn.account;
    const actor: Actor = { kind: "account", id: Number(id), name: email };
    // Who has found a browser signed in is not to guess the password there instead.
    if (call.route.path === "/change-password") await limits.countPasswordChange(email);
    const known = subjectOf(call, call.signedIn);
    await checkNewPassword(deps, call, known);
    const carryOut = async (tx: Transaction): Promise<Response> => {
      // Who changes their own password gets a new session, and the others end.
      const revokeOtherSessions = call.route.path === "/change-password" || undefined;
      const response = await call.auth.answer(toRequest(call, { revokeApiKeys: undefined, revokeOtherSessions }), tx);
      if (response.status >= 400) throw await refusalOf(response);
      return response;
    };
    return transact(deps.db, (tx) =>
      changeAccounts(tx, actor, async (record) => {
        const before = known === undefined ? null : await readAccount(tx, known);
        const response = await carryOut(tx);
        const subject = known ?? (await idIn(response));
        const after = await readAccount(tx, subject);
        const action = after === null ? undefined : actionOf(call, before, after);
        if (action !== undefined) record({ action, subject: { kind: "account", id: Number(subject) }, before, after });
        if (!passwordPaths.includes(call.route.path)) return response;
        return finishPasswordChange(call, { tx, record }, { accountId: subject, response, devices });
      }),
    );
  };
