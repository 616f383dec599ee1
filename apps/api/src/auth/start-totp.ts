import { hasTotp } from "./accounts/factors.js";
import { createTotpSecret, typedSecret } from "./accounts/totp.js";
import type { AuthDeps } from "./auth-parts.js";
import { totpState } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";

const alreadyOn = () => totpState("the authenticator app is already on; turn it off first");

export const startTotp =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"startTotp"> =>
  async ({ auth, signedIn }) => {
    const { id: accountId, email } = signedIn.account;
    const { secret, totpUri } = createTotpSecret(email);
    const encrypted = await auth.encrypt(secret);
    await changeAccountsAs(deps, "staff", signedIn, async ({ tx }) => {
      const totp = await tx.totp.findUnique({ where: { accountId } });
      if (hasTotp({ totp })) throw alreadyOn();
      const data = { secret: encrypted, lastStep: 0n };
      await tx.totp.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
    });
    return { body: { totpUri, secret: typedSecret(totpUri) } };
  };
