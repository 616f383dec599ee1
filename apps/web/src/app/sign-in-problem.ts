import { ApiError } from "../lib/service/api-error";
import { t } from "../texts";

const sentences: Readonly<Record<string, string>> = {
  invalid_credentials: t.signIn.wrong,
  account_disabled: t.signIn.disabled,
  challenge_ended: t.signIn.codeEnded,
  invalid_passkey: t.passkeys.notKnown,
  // The form names the field itself.
  invalid_code: `body.code ${t.signIn.wrongCode}`,
  invitation_invalid: t.invitation.invalid,
};

/** Says what a person can do about a sign-in that failed. The sentences of the service are for programs. */
export const signInProblem = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const { code, status, retryAfterMs } = error;
  if (status === 429) return new ApiError(code, t.signIn.tooMany(Math.ceil((retryAfterMs ?? 60_000) / 1_000)));
  const sentence = sentences[code];
  return sentence === undefined ? error : new ApiError(code, sentence);
};
