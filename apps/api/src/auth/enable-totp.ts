import { accountEvent } from "./accounts/account-state.js";
import { hasTotp } from "./accounts/factors.js";
import { createRecoveryCodes } from "./accounts/recovery-codes.js";
import { findStep } from "./accounts/totp.js";
import { invalidCode, totpState } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { changeAccountsAs } from "./change-accounts-as.js";

const notStarted = () =>
  totpState("no authenticator app is waiting to be confirmed; start with POST /auth/two-factor/start");

export const enableTotp =
  (deps: Pick<AuthDeps, "db" | "authSecret">, { limits }: Pick<AuthParts, "limits">): AuthOperation<"enableTotp"> =>
  async ({ auth, input: { code }, signedIn }) => {
    const { account, session } = signedIn;
    const accountId = account.id;
    await limits.countCode(accountId);
    const totp = await deps.db.totp.findUnique({ where: { accountId } });
    if (totp === null || hasTotp({ totp })) throw notStarted();
    const step = await findStep(await auth.decrypt(totp.secret), code);
    if (step === undefined) throw invalidCode();
    const recoveryCodes = await changeAccountsAs(deps, "staff", signedIn, async ({ tx, record }) => {
      const { count } = await tx.totp.updateMany({
        where: { accountId, secret: totp.secret, enabledAt: null },
        data: { enabledAt: new Date(), lastStep: step },
      });
      if (count === 0) throw notStarted();
      // The other sessions began without the second factor, so they end.
      await tx.session.deleteMany({ where: { accountId, id: { not: session.id } } });
      await tx.session.updateMany({ where: { id: session.id }, data: { hasSecondFactor: true } });
      record(accountEvent("account.enable_second_factor", account));
      return createRecoveryCodes(tx, deps.authSecret, accountId);
    });
    await limits.forgiveCodes(accountId);
    return { body: { recoveryCodes } };
  };
