import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@petstore/contract/auth";
import { isCommonPassword } from "./common-passwords.js";

type Owner = { readonly email: string; readonly name: string };

const wordsOf = ({ email, name }: Owner): string[] => {
  const [local = "", domain = ""] = email.split("@");
  const parts = [local, domain, ...local.split(/[^\p{L}\p{N}]+/u), ...domain.split("."), ...name.split(/\s+/)];
  return ["petstore", "pet store", email, name, ...parts.filter((part) => part.length > 2)];
};

/** @returns the rule that the password breaks, as the end of a sentence: `must have 12 to 128 characters` */
export const checkPassword = async (password: string, owner: Owner): Promise<string | undefined> => {
  const length = Array.from(password).length;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
    return `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  }
  if (!(await isCommonPassword(password, wordsOf(owner)))) return undefined;
  return "must not be easy to guess: it must not contain a common password or pattern, the account's own name or address, or `petstore`";
};
