import type { Actor } from "@petstore/contract/routes";
import { changeAccounts } from "./accounts/change-accounts.js";
import { choosePassword } from "./accounts/choose-password.js";
import { withFactors } from "./accounts/factors.js";
import { findInvitation, useUpInvitation } from "./accounts/invitations.js";
import { transact } from "../database/transact.js";
import { invitationInvalid } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { checkNewPassword } from "./check-new-password.js";
import { methodsAfterPassword } from "./second-factor-policy.js";
import { lockOpenAccount, originOf, signInAs } from "./sign-in-as.js";
import { toSignedIn } from "./signed-in.js";

/** The code is the first factor: a second one that the account has is needed as after a password. */
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
        // Others may have used it up, or disabled the account, while this one hashed.
        const isOpen = (await useUpInvitation(tx, code)) && (await lockOpenAccount(tx, accountId));
        if (!isOpen) throw invitationInvalid();
        await choosePassword({ tx, record }, found.account, passwordHash);
      });
      const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, include: withFactors });
      const methods = methodsAfterPassword(config, account);
      if (methods.length > 0) {
        return { methods, ...(await challenges.start(tx, { kind: "second_factor", accountId })) };
      }
      const origin = originOf(call, false);
      return signInAs(tx, call, { accountId, email, previous, origin, method: "invitation", isRemembered: true });
    });
    if ("methods" in next) {
      const { methods, cookie, expiresAt } = next;
      const body = { secondFactor: { methods, expiresAt: expiresAt.toISOString() } };
      return { body, cookies: [cookie], accountId };
    }
    const device = devices.cookieFor(call.headers.get("cookie") ?? undefined, email, passwordHash);
    return { body: toSignedIn(config, next.signedIn), cookies: [...next.cookies, device], accountId };
  };
