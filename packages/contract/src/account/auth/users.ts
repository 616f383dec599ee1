import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { TextId } from "../../http/identifiers.js";
import { userLinks } from "../../http/links.js";
import { NoQuery, rule } from "../../http/rules.js";
import { authErrorResponses } from "./errors.js";
import { exampleInvitation, Invitation } from "./invitation.js";
import { Language } from "../admin-languages.js";
import type { AuthRouteMetadata } from "./metadata.js";
import { apiKeyOutcome } from "./passwords.js";
import { Success } from "./sessions.js";
import { Ban, exampleUser, NewInvitation, NewUser, RoleChange, User, UserChange, UserReference } from "./user.js";
import { UserQuery } from "./user-query.js";

const c = initContract();

const OneUser = z.strictObject({ user: User }).meta({ id: "OneUser", description: "One account." });

/** A page of accounts. */
const UserPage = z
  .strictObject({
    users: z.array(User).meta({ description: "The accounts of this page." }),
    total: z
      .int()
      .min(0)
      .meta({ description: "The number of accounts on all pages.", examples: [1] }),
    limit: z
      .int()
      .min(1)
      .max(100)
      .meta({ description: "The `limit` of the request.", examples: [100] }),
    offset: z
      .int()
      .min(0)
      .meta({ description: "The `offset` of the request.", examples: [0] }),
  })
  .meta({ id: "UserPage", description: "A page of accounts." });

const InvitedAccount = z
  .strictObject({ user: User, invitation: Invitation })
  .meta({ id: "InvitedAccount", description: "An account, and the invitation to choose its password." });

const InvitationOutcome = InvitedAccount.extend(apiKeyOutcome).meta({
  id: "InvitationOutcome",
  description: "The account, its invitation, and its API keys.",
});

const invitedUser = { ...exampleUser, invited: true, secondFactor: false };
const noUser = "There is no account with this id.";
const janesKey = { id: 5, name: "Shop front", prefix: "pets_live_", lastFour: "x7Qd", scope: "write" };

const LanguageChoice = z
  .strictObject(
    {
      language: Language.nullable().meta({ description: "The language; null follows the browser.", examples: ["de"] }),
    },
    rule("must be a JSON object"),
  )
  .meta({ id: "LanguageChoice", description: "The language that a person chooses for the web admin." });

/** The routes with which owners manage all accounts, and all staff their own. */
export const users = c.router(
  {
    createUser: {
      method: "POST",
      path: "/admin/create-user",
      summary: "Create an account",
      description:
        "Creates an account and an invitation: a link, to be passed on, with which the person chooses a password within 72 hours.",
      query: NoQuery,
      body: NewUser,
      responses: { 200: InvitedAccount, ...authErrorResponses(401, 403, 409, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "owner",
        reauthentication: true,
        statusMeanings: { 200: "The account, and its invitation.", 409: "Another account has this e-mail address." },
        codes: { 409: ["email_taken"] },
        examples: {
          request: {
            manager: { email: exampleUser.email, name: "Jane", role: "manager" },
          },
          200: { jane: { user: invitedUser, invitation: exampleInvitation } },
        },
        links: { 200: userLinks },
      } as const satisfies AuthRouteMetadata,
    },
    listUsers: {
      method: "GET",
      path: "/admin/list-users",
      summary: "List accounts",
      description: "Returns a page of the accounts, banned ones included.",
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
      description: "Returns one account.",
      query: z.strictObject({ id: TextId.meta({ description: "The id of the account.", examples: [7] }) }),
      responses: { 200: User, ...authErrorResponses(401, 403, 404) },
      metadata: {
        stability: "beta",
        caller: "owner",
        statusMeanings: { 200: "The account.", 404: noUser },
        examples: { 200: { jane: exampleUser } },
      } as const satisfies AuthRouteMetadata,
    },
    updateUser: {
      method: "POST",
      path: "/admin/update-user",
      summary: "Correct the name or address of an account",
      description:
        "Changes the name of an account, the address that it signs in with, or both. Its sessions, its password and its keys stay. A browser that was a known device under the old address is not one under the new address. An invitation stays valid. Earlier audit events keep the name and the address that they had.",
      query: NoQuery,
      body: UserChange,
      responses: { 200: OneUser, ...authErrorResponses(401, 403, 404, 409, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "owner",
        reauthentication: true,
        statusMeanings: { 200: "The account.", 404: noUser, 409: "Another account has this e-mail address." },
        codes: { 409: ["email_taken"] },
        examples: {
          request: { married: { userId: 7, name: "Jane Miller", email: exampleUser.email } },
          200: { jane: { user: { ...exampleUser, name: "Jane Miller" } } },
        },
      } as const satisfies AuthRouteMetadata,
    },
    setLanguage: {
      method: "POST",
      path: "/set-language",
      summary: "Choose the language of the web admin",
      description:
        "Sets the language that the web admin shows to the person of the session, in every browser. The sessions of the account then have it as `language`.",
      query: NoQuery,
      body: LanguageChoice,
      responses: { 200: Success, ...authErrorResponses(401, 403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "staff",
        duringEnrolment: true,
        statusMeanings: { 200: "The language is set." },
        examples: { request: { german: { language: "de" } }, 200: { done: { success: true } } },
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
        reauthentication: true,
        statusMeanings: { 200: "The account.", 404: noUser, 409: "The account is the last owner who can sign in." },
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
        reauthentication: true,
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
        reauthentication: true,
        statusMeanings: { 200: "The account.", 404: noUser },
        examples: { request: { account: { userId: 7 } }, 200: { jane: { user: exampleUser } } },
      } as const satisfies AuthRouteMetadata,
    },
    inviteUser: {
      method: "POST",
      path: "/admin/invite-user",
      summary: "Invite an account again",
      description:
        "Resets the password of an account: the password stops working, all sessions end, and the person chooses a new password with the invitation. An earlier invitation stops working. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.",
      query: NoQuery,
      body: NewInvitation,
      responses: { 200: InvitationOutcome, ...authErrorResponses(401, 403, 404, 409, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "owner",
        reauthentication: true,
        statusMeanings: {
          200: "The account is invited.",
          404: noUser,
          409: "The account is the caller's own; change your password with `POST /auth/change-password`.",
        },
        codes: { 409: ["own_account"] },
        messages: {
          own_account: "you cannot invite your own account; change your password with POST /auth/change-password",
        },
        examples: {
          request: { keepKeys: { userId: 7, revokeApiKeys: false } },
          200: {
            kept: { user: invitedUser, invitation: exampleInvitation, apiKeys: [janesKey], apiKeysRevoked: false },
          },
        },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
