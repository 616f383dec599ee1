import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { decimalDigits, Id, TextId } from "../identifiers.js";
import { moment } from "../moments.js";
import { Name } from "../names.js";
import { limitOf } from "../paging.js";
import { NoQuery, rule } from "../rules.js";
import { Email } from "./email.js";
import { authErrorResponses } from "./errors.js";
import type { AuthRouteMetadata } from "./metadata.js";
import { apiKeyOutcome, NewPassword, RevokeApiKeys } from "./passwords.js";

const c = initContract();

/** What an account may do, from most to least. */
export const roles = ["owner", "manager", "clerk"] as const;

/** See {@link roles}. */
export const Role = z.enum(roles, rule("must be owner, manager or clerk")).meta({
  id: "Role",
  description:
    "What an account may do: an `owner` manages accounts, API keys and the store; a `manager` API keys and the store; a `clerk` pets, categories and orders.",
});

/** The account in the examples of all routes. */
export const exampleUser = {
  id: 7,
  email: "jane@petstore.example",
  name: "Jane",
  role: "manager",
  banned: false,
  banReason: null,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
} as const;

/** An account of a member of staff. */
export const User = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [7] }),
    email: z
      .string()
      .meta({ description: "The address to sign in with, in lower case.", examples: [exampleUser.email] }),
    name: z.string().meta({ description: "The person's name.", examples: [exampleUser.name] }),
    role: Role,
    banned: z.boolean().meta({ description: "Whether the account is disabled: no sign-in, and its keys are refused." }),
    banReason: z
      .string()
      .nullable()
      .meta({ description: "Why it is banned; null without a reason.", examples: [null] }),
    createdAt: moment.meta({ description: "Creation time, in UTC.", examples: [exampleUser.createdAt] }),
    updatedAt: moment.meta({ description: "Time of the last change, in UTC.", examples: [exampleUser.updatedAt] }),
  })
  .meta({ id: "User", description: "An account of a member of staff, without its password." });
/** See the schema of the same name. */
export type User = z.infer<typeof User>;

const OneUser = z.strictObject({ user: User }).meta({ id: "OneUser", description: "One account." });

/** A page of accounts. */
const UserPage = z
  .strictObject({
    users: z.array(User),
    total: z.int().min(0).meta({ description: "The number of accounts on all pages." }),
    limit: z.int().min(1).max(100).meta({ description: "The `limit` of the request." }),
    offset: z.int().min(0).meta({ description: "The `offset` of the request." }),
  })
  .meta({ id: "UserPage", description: "A page of accounts." });

const body = rule("must be a JSON object");

const NewUser = z
  .strictObject(
    {
      email: Email.meta({ description: "The address to sign in with.", examples: [exampleUser.email] }),
      name: Name.meta({ description: "The person's name: 1 to 200 characters.", examples: [exampleUser.name] }),
      password: NewPassword,
      role: Role.default("clerk"),
    },
    body,
  )
  .meta({ id: "NewUser", description: "An account to be created." });

const userId = Id.meta({ description: "The id of the account.", examples: [7] });

/** The body of an operation that needs to know only the account. */
export const UserReference = z
  .strictObject({ userId }, body)
  .meta({ id: "UserReference", description: "Names an account.", examples: [{ userId: 7 }] });

const RoleChange = z
  .strictObject({ userId, role: Role }, body)
  .meta({ id: "RoleChange", description: "The new role of an account." });

const Ban = z
  .strictObject({ userId, banReason: Name.optional().meta({ description: "Why, for other owners." }) }, body)
  .meta({ id: "Ban", description: "The account to ban." });

const PasswordReset = z
  .strictObject(
    {
      userId,
      newPassword: NewPassword,
      revokeApiKeys: RevokeApiKeys.meta({
        description: "Whether to revoke the account's API keys. The default is true, or false for one's own account.",
      }),
    },
    body,
  )
  .meta({ id: "PasswordReset", description: "The new password of an account." });

const PasswordResetOutcome = z.strictObject({ status: z.literal(true), ...apiKeyOutcome }).meta({
  id: "PasswordResetOutcome",
  description: "The password is set, and all sessions of the account have ended.",
});

const MAX_OFFSET = 999_999_999;
const offsetRule = `must be an integer from 0 to ${MAX_OFFSET}`;

const UserQuery = z.strictObject({
  limit: limitOf("accounts", 100, 100),
  offset: decimalDigits(z.int(rule(offsetRule)).min(0).max(MAX_OFFSET, offsetRule), offsetRule)
    .default(0)
    .meta({ description: "The number of accounts to skip.", examples: [0] }),
  searchField: z
    .enum(["email", "name"], rule("must be email or name"))
    .default("email")
    .meta({ description: "The field that `searchValue` is compared with." }),
  searchOperator: z
    .enum(["contains", "starts_with", "ends_with"], rule("must be contains, starts_with or ends_with"))
    .default("contains")
    .meta({ description: "How `searchValue` is compared; upper and lower case differ." }),
  searchValue: Name.optional().meta({ description: "Only accounts whose field matches.", examples: ["jane"] }),
  sortBy: z
    .enum(["email", "name", "createdAt"], rule("must be email, name or createdAt"))
    .default("email")
    .meta({ description: "The field to sort by; accounts that are equal in it are sorted by id." }),
  sortDirection: z
    .enum(["asc", "desc"], rule("must be asc or desc"))
    .default("asc")
    .meta({ description: "The direction to sort in." }),
});

const noUser = "There is no account with this id.";
const janesKey = { id: 5, name: "Shop front", prefix: "pets_live_", lastFour: "x7Qd", scope: "write" };

/** The routes with which owners manage accounts. */
export const users = c.router(
  {
    createUser: {
      method: "POST",
      path: "/admin/create-user",
      summary: "Create an account",
      description: "Creates an account that can sign in at once.",
      query: NoQuery,
      body: NewUser,
      responses: { 200: OneUser, ...authErrorResponses(401, 403, 409, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "owner",
        statusMeanings: { 200: "The account.", 409: "Another account has this e-mail address." },
        codes: { 409: ["email_taken"] },
        examples: {
          request: {
            manager: { email: exampleUser.email, name: "Jane", password: "lantern 7 goose orbit", role: "manager" },
          },
          200: { jane: { user: exampleUser } },
        },
      } as const satisfies AuthRouteMetadata,
    },
    listUsers: {
      method: "GET",
      path: "/admin/list-users",
      summary: "List accounts",
      description: "Answers a page of the accounts, banned ones included.",
      query: UserQuery,
      responses: { 200: UserPage, ...authErrorResponses(401, 403) },
      metadata: {
        stability: "beta",
        caller: "owner",
        statusMeanings: { 200: "A page of accounts." },
        examples: { 200: { page: { users: [exampleUser], total: 1, limit: 100, offset: 0 } } },
      } as const satisfies AuthRouteMetadata,
    },
    getUser: {
      method: "GET",
      path: "/admin/get-user",
      summary: "Get an account",
      description: "Answers one account.",
      query: z.strictObject({ id: TextId.meta({ description: "The id of the account.", examples: [7] }) }),
      responses: { 200: User, ...authErrorResponses(401, 403, 404) },
      metadata: {
        stability: "beta",
        caller: "owner",
        statusMeanings: { 200: "The account.", 404: noUser },
        examples: { 200: { jane: exampleUser } },
      } as const satisfies AuthRouteMetadata,
    },
    setRole: {
      method: "POST",
      path: "/admin/set-role",
      summary: "Change an account's role",
      description: "Changes what an account, and each of its API keys, may do from its next request on.",
      query: NoQuery,
      body: RoleChange,
      responses: { 200: OneUser, ...authErrorResponses(401, 403, 404, 409, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "owner",
        statusMeanings: { 200: "The account.", 404: noUser, 409: "The account is the last owner who is not banned." },
        codes: { 409: ["last_owner"] },
        examples: {
          request: { clerk: { userId: 7, role: "clerk" } },
          200: { clerk: { user: { ...exampleUser, role: "clerk" } } },
        },
      } as const satisfies AuthRouteMetadata,
    },
    banUser: {
      method: "POST",
      path: "/admin/ban-user",
      summary: "Ban an account",
      description:
        "Disables an account: its sessions end, and its API keys are refused until it is unbanned. Accounts are never deleted, because audit events name them.",
      query: NoQuery,
      body: Ban,
      responses: { 200: OneUser, ...authErrorResponses(401, 403, 404, 409, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "owner",
        statusMeanings: {
          200: "The account.",
          404: noUser,
          409: "The account is the caller's own.",
        },
        codes: { 409: ["own_account"] },
        examples: {
          request: { left: { userId: 7, banReason: "left the store" } },
          200: { banned: { user: { ...exampleUser, banned: true, banReason: "left the store" } } },
        },
      } as const satisfies AuthRouteMetadata,
    },
    unbanUser: {
      method: "POST",
      path: "/admin/unban-user",
      summary: "Unban an account",
      description: "Enables a banned account: it can sign in, and its API keys work again.",
      query: NoQuery,
      body: UserReference,
      responses: { 200: OneUser, ...authErrorResponses(401, 403, 404, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "owner",
        statusMeanings: { 200: "The account.", 404: noUser },
        examples: { 200: { jane: { user: exampleUser } } },
      } as const satisfies AuthRouteMetadata,
    },
    setUserPassword: {
      method: "POST",
      path: "/admin/set-user-password",
      summary: "Set an account's password",
      description:
        "Sets the password of an account and ends all its sessions. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.",
      query: NoQuery,
      body: PasswordReset,
      responses: { 200: PasswordResetOutcome, ...authErrorResponses(401, 403, 404, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "owner",
        statusMeanings: { 200: "The password is set.", 404: noUser },
        examples: {
          request: { keepKeys: { userId: 7, newPassword: "lantern 7 goose orbit", revokeApiKeys: false } },
          200: { kept: { status: true, apiKeys: [janesKey], apiKeysRevoked: false } },
        },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
