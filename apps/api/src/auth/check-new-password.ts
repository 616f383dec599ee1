import { checkPassword } from "./accounts/password-rule.js";
import { invalidAt, type PlaceName } from "../errors.js";

export const checkNewPassword = async (
  place: PlaceName,
  password: string,
  owner: { readonly email: string; readonly name: string },
): Promise<void> => {
  const problem = await checkPassword(password, owner);
  if (problem !== undefined) throw invalidAt(place, problem);
};
