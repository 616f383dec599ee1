import { Name, rule } from "@petstore/contract";
import { z } from "zod";
import { Email } from "../accounts/email.js";
import { AccountRole } from "../generated/enums.js";

const text = (name: string, max: number) =>
  z
    .string(rule(`must be ${name}`))
    .min(1, `must be ${name}`)
    .max(max, `must be ${name}`);

/** better-auth writes ids as strings. */
const accountId = z
  .string(rule("must be the id of an account, as a string"))
  .refine((id) => /^[1-9][0-9]{0,15}$/.test(id) && Number.isSafeInteger(Number(id)), "must be the id of an account");

/** One of the three: better-auth would take several at once. */
const Role = z.enum(AccountRole, rule("must be owner, manager or clerk"));

const newPassword = z.string(rule("must be a string"));
/** Longer than any password can be, in UTF-16 units: what is given is hashed. */
const givenPassword = text("a password", 256);
const sessionToken = z
  .string(rule("must be the token of a session"))
  .regex(/^[A-Za-z0-9]{1,64}$/, "must be the token of a session");
const revokeApiKeys = z.boolean("must be true or false").optional();
const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, `must be an integer from 0 to ${max}`)
    .refine((digits) => Number(digits) <= max, `must be an integer from 0 to ${max}`);

export const NoInput = z.strictObject({}).optional();
export const SignIn = z.strictObject({
  email: Email,
  password: givenPassword,
  rememberMe: z.boolean("must be true or false").optional(),
});
export const ChangePassword = z.strictObject({ currentPassword: givenPassword, newPassword, revokeApiKeys });
export const RevokeSession = z.strictObject({ token: sessionToken });
export const CreateUser = z.strictObject({ email: Email, name: Name, password: newPassword, role: Role.optional() });
export const SetRole = z.strictObject({ userId: accountId, role: Role });
export const BanUser = z.strictObject({ userId: accountId, banReason: Name.optional() });
export const OfUser = z.strictObject({ userId: accountId });
export const SetUserPassword = z.strictObject({ userId: accountId, newPassword, revokeApiKeys });
export const RevokeUserSession = z.strictObject({ sessionToken });

export const GetUser = z.strictObject({ id: accountId });
export const ListUsers = z.strictObject({
  limit: wholeNumber(100).optional(),
  offset: wholeNumber(999_999_999).optional(),
  searchField: z.enum(["email", "name"], "must be email or name").optional(),
  searchOperator: z
    .enum(["contains", "starts_with", "ends_with"], "must be contains, starts_with or ends_with")
    .optional(),
  searchValue: Name.optional(),
  sortBy: z.enum(["email", "name", "createdAt"], "must be email, name or createdAt").default("email"),
  sortDirection: z.enum(["asc", "desc"], "must be asc or desc").optional(),
});
