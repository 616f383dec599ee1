import { checkPassword } from "./accounts/password-rule.js";
import { invalidRequest } from "../errors.js";

export const checkNewPassword = async (
  place: string,
  password: string,
  owner: { readonly email: string; readonly name: string },
): Promise<void> => {
  const problem = await checkPassword(password, owner);
  if (problem !== undefined) throw invalidRequest(`${place} ${problem}`);
};
