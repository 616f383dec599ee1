import { toApiError, toFailure } from "../service/api-error";
import { authClient } from "../service/auth-client";
import { type SecondFactor, session } from "./session";

/** @returns what the sign-in still needs; undefined once the person is signed in */
type SignIn<Input> = (input: Input) => Promise<SecondFactor | undefined>;

const rethrow = (error: unknown): never => {
  throw toFailure(error);
};

export const signInWithPassword: SignIn<{ readonly email: string; readonly password: string }> = async (body) => {
  const response = await authClient.signIn.signIn({ body }).catch(rethrow);
  if (response.status !== 200) throw toApiError(response);
  return session.enter(response.body);
};

/** Continues a sign-in that needs a second factor. */
export const signInWithTotp: SignIn<string> = async (code) => {
  const response = await authClient.signIn.signInWithTotp({ body: { code } }).catch(rethrow);
  if (response.status !== 200) throw toApiError(response);
  return session.enter(response.body);
};

/** Does what {@link signInWithTotp} does, with a recovery code that the person kept in case they lose their phone. */
export const signInWithRecoveryCode: SignIn<string> = async (code) => {
  const response = await authClient.signIn.signInWithRecoveryCode({ body: { code } }).catch(rethrow);
  if (response.status !== 200) throw toApiError(response);
  return session.enter(response.body);
};

/** Asks for one of the person's passkeys, for a sign-in or as a proof. The library is loaded when it is needed. */
export const askPasskey = async () => {
  const [options, { choosePasskey }] = await Promise.all([
    authClient.passkeys.startPasskeyAuthentication().catch(rethrow),
    import("./webauthn"),
  ]);
  if (options.status !== 200) throw toApiError(options);
  return choosePasskey(options.body);
};

/** Signs in without a password. A passkey is also a second factor. */
export const signInWithPasskey: SignIn<void> = async () => {
  const answer = await askPasskey();
  const response = await authClient.signIn.signInWithPasskey({ body: { response: answer } }).catch(rethrow);
  if (response.status !== 200) throw toApiError(response);
  return session.enter(response.body);
};
