import type { Actor } from "@petstore/contract/routes";
import { changeAccounts } from "./accounts/change-accounts.js";
import { choosePassword } from "./accounts/choose-password.js";
import { findInvitation, useUpInvitation } from "./accounts/invitations.js";
import { transact } from "../database/transact.js";
import { invitationInvalid } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { checkNewPassword } from "./check-new-password.js";
import { lockOpenAccount, originOf, signInOrWait } from "./sign-in-as.js";
import { toSignedIn } from "./signed-in.js";

/**
 * The code counts as the first factor. If the account has a second factor, the person must also prove that, as after a
 * password.
 */
export const acceptInvitation =
  (
    { db, config }: Pick<AuthDeps, "db" | "config">,
    { limits, devices, challenges }: AuthParts,
  ): AuthOperation<"acceptInvitation"> =>
  async (call) => {
    const { code, password } = call.input;
    await limits.countAnonymous(call.address ?? "");
    const found = await findInvitation(db, code);
    if (found === undefined) throw invitationInvalid();
    const { id: accountId, email } = found.account;
    await checkNewPassword("body.password", password, found.account);
    const passwordHash = await call.auth.hashPassword(password);
    const previous = await call.auth.findSession(call.headers);
    const actor: Actor = { kind: "account", id: Number(accountId), name: email };
    const next = await transact(db, async (tx) => {
      await changeAccounts(tx, actor, async (record) => {
        // While this request hashed the password, another request may have used the code or disabled the account.
        const isOpen = (await useUpInvitation(tx, code)) && (await lockOpenAccount(tx, accountId));
        if (!isOpen) throw invitationInvalid();
        await choosePassword({ tx, record }, found.account, passwordHash);
      });
      const origin = originOf(call, false);
      const person = { accountId, email, previous, origin, method: "invitation", isRemembered: true } as const;
      return signInOrWait(tx, { config, challenges }, call, person);
    });
    if ("waiting" in next) return next.waiting;
    const device = devices.cookieFor(call.headers.get("cookie") ?? undefined, email, passwordHash);
    return { body: toSignedIn(config, next.signedIn), cookies: [...next.cookies, device], accountId };
  };
