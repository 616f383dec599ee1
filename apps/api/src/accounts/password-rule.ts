import { openCommonPasswords } from "./common-passwords.js";

/** Characters, as people count them: code points. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/** Whose password it is to be. */
type Owner = { readonly email: string; readonly name: string };

/** What an attacker who knows whose password it is would try first. */
const wordsOf = ({ email, name }: Owner): string[] => {
  const [local = "", domain = ""] = email.split("@");
  const parts = [local, domain, ...local.split(/[^\p{L}\p{N}]+/u), ...domain.split("."), ...name.split(/\s+/)];
  return ["petstore", "pet store", email, name, ...parts.filter((part) => part.length > 2)];
};

/**
 * Holds a password against the rule for passwords.
 * @returns the rule where it is broken, to be put after what names the password: `must have 12 to 128 characters`.
 */
export const checkPassword = async (password: string, owner: Owner): Promise<string | undefined> => {
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
    return `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  }
  const isCommon = await openCommonPasswords();
  if (!isCommon(password, wordsOf(owner))) return undefined;
  return "must not be easy to guess: it is a common password or pattern, or is built around one, around the account's own name or address, or around `petstore`";
};
