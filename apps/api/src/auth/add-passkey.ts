import { toAccountState } from "./accounts/account-state.js";
import { invalidPasskey, tooManyPasskeys } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { MAX_PASSKEYS } from "./start-passkey-registration.js";
import { toPasskey } from "./to-passkey.js";
import { verifyRegistration } from "./webauthn.js";

export const addPasskey =
  (deps: Pick<AuthDeps, "db">, { challenges }: Pick<AuthParts, "challenges">): AuthOperation<"addPasskey"> =>
  async ({ input: { name, response }, signedIn, origin, headers }) => {
    const { account, session } = signedIn;
    const accountId = account.id;
    const taken = await challenges.take(deps.db, headers.get("cookie") ?? undefined, "registration");
    if (taken?.accountId !== accountId || taken.challenge === null) throw invalidPasskey();
    const credential = await verifyRegistration(response, { origin, challenge: taken.challenge });
    if (credential === undefined) throw invalidPasskey();
    const data = {
      accountId,
      name,
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: response.response.transports ?? [],
    };
    const passkey = await changeAccountsAs(deps, "staff", signedIn, async ({ tx, record }) => {
      if ((await tx.passkey.count({ where: { accountId } })) >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS);
      const { credentialId } = data;
      if ((await tx.passkey.findUnique({ where: { credentialId } })) !== null) throw invalidPasskey();
      const added = await tx.passkey.create({ data });
      await tx.session.updateMany({ where: { id: session.id }, data: { hasSecondFactor: true } });
      const before = toAccountState(account);
      const after = { ...before, passkey: { id: Number(added.id), name } };
      record({ action: "account.add_passkey", subject: { kind: "account", id: before.id }, before, after });
      return added;
    });
    return { body: toPasskey(passkey), cookies: [challenges.forget("registration")] };
  };
