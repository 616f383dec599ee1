import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { Id } from "../../http/identifiers.js";
import { moment } from "../../http/moments.js";
import { personal } from "../../http/personal.js";
import { NoQuery, rule } from "../../http/rules.js";
import { authErrorResponses } from "./errors.js";
import { Language } from "../admin-languages.js";
import type { AuthRouteMetadata } from "./metadata.js";
import { exampleUser, User, UserReference } from "./user.js";

const c = initContract();

const session = {
  id: 12,
  userId: 7,
  ipAddress: "203.0.113.9",
  userAgent: "Mozilla/5.0",
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
  expiresAt: "2026-11-22T09:30:00.000Z",
  endsAt: "2026-11-28T09:30:00.000Z",
  authenticatedAt: "2026-11-21T09:30:00.000Z",
};

/**
 * A browser that is signed in. Only its cookie opens the session: neither the token nor a hash of it is in any body.
 */
export const Session = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [session.id] }),
    userId: Id.meta({ description: "The account that is signed in.", examples: [session.userId] }),
    ipAddress: personal(z.string(), "kept")
      .nullable()
      .meta({ description: "The client's address at sign-in.", examples: [session.ipAddress] }),
    userAgent: personal(z.string(), "kept")
      .nullable()
      .meta({ description: "The browser's `User-Agent` at sign-in.", examples: [session.userAgent] }),
    createdAt: moment.meta({ description: "Time of the sign-in, in UTC.", examples: [session.createdAt] }),
    updatedAt: moment.meta({ description: "Time of the last renewal, in UTC.", examples: [session.updatedAt] }),
    expiresAt: moment.meta({
      description: "When the session ends unless it is used before, in UTC: 24 hours after its last use.",
      examples: [session.expiresAt],
    }),
    endsAt: moment.meta({
      description:
        "When the session ends in any case, in UTC: 30 days after the sign-in, 7 days for owners and managers, a day with `rememberMe: false`.",
      examples: [session.endsAt],
    }),
    authenticatedAt: moment.meta({
      description: "When the person last proved who they are, in UTC: sign-in or `reauthenticate`.",
      examples: [session.authenticatedAt],
    }),
  })
  .meta({ id: "Session", description: "A browser that is signed in. Only its cookie opens the session." });
/** See the schema of the same name. */
export type Session = z.infer<typeof Session>;

/** The session of a request, and its account. */
export const SignedIn = z
  .strictObject({
    user: User,
    session: Session,
    mustEnrolSecondFactor: z.boolean().meta({
      description:
        "Whether the service requires a second factor that the account does not have. Until it has one, the session can only enrol one, reauthenticate, change its password and end sessions. All other requests, including those to `/v1`, are answered with 403 `second_factor_required`.",
    }),
    language: Language.optional().meta({
      description: "The language of the web admin that the person has chosen; absent if it follows the browser.",
    }),
    passwordFromOthers: z.literal(true).optional().meta({
      description:
        "Only in the answer of `GET /auth/get-session`, if the person of the account has never chosen its password, by the audit trail: somebody else who set it may know it.",
    }),
  })
  .meta({ id: "SignedIn", description: "The session of the browser, and its account." });

/** The example of a session and its account that all routes share. */
export const exampleSignedIn = { user: exampleUser, session, mustEnrolSecondFactor: false };

const Sessions = z.array(Session).meta({ id: "Sessions", description: "Sessions, by id." });
const Done = z
  .strictObject({ status: z.literal(true).meta({ description: "Always true: a failure is answered with an error." }) })
  .meta({ id: "Done", description: "The operation is done." });
/** The answer of an operation that has no data to return. */
export const Success = z
  .strictObject({ success: z.literal(true).meta({ description: "Always true: a failure is answered with an error." }) })
  .meta({ id: "Success", description: "The operation is done." });

const body = rule("must be a JSON object");
const OwnSession = z
  .strictObject({ id: Id.meta({ description: "The id of the session.", examples: [12] }) }, body)
  .meta({ id: "OwnSession", description: "Names a session of the account that is signed in.", examples: [{ id: 12 }] });
const AnySession = z
  .strictObject({ sessionId: Id.meta({ description: "The id of the session.", examples: [12] }) }, body)
  .meta({ id: "AnySession", description: "Names a session of any account.", examples: [{ sessionId: 12 }] });

const keysEnd = "The keys of `POST /auth/key` end with their session.";

/** The properties that all routes that end sessions share. */
const ending = { method: "POST", query: NoQuery } as const;
const errors = authErrorResponses(401, 403, 413, 415);
const doneExamples = { 200: { done: { status: true } } } as const;
const ofAccount = { account: { userId: 7 } } as const;
const byStaff = { stability: "beta", caller: "staff", duringEnrolment: true } as const;
const byOwners = { stability: "beta", caller: "owner" } as const;
const successExamples = { 200: { done: { success: true } } } as const;

/** The routes that show and end sessions. */
export const sessions = c.router(
  {
    getSession: {
      method: "GET",
      path: "/get-session",
      summary: "Get the session",
      description:
        "Returns the session of the browser, or `null` if it is not signed in. The request counts as a use of the session, just as `POST /auth/key` does: see `expiresAt`.",
      query: NoQuery,
      responses: { 200: SignedIn.nullable(), ...authErrorResponses() },
      metadata: {
        stability: "beta",
        caller: "anybody",
        statusMeanings: { 200: "The session and its account, or `null`." },
        examples: { 200: { signedIn: exampleSignedIn, signedOut: null } },
      } as const satisfies AuthRouteMetadata,
    },
    listSessions: {
      method: "GET",
      path: "/list-sessions",
      summary: "List one's own sessions",
      description: "Returns the account's sessions that have not expired.",
      query: NoQuery,
      responses: { 200: Sessions, ...authErrorResponses(401) },
      metadata: {
        ...byStaff,
        statusMeanings: { 200: "The sessions, by id." },
        examples: { 200: { one: [session] } },
      } as const satisfies AuthRouteMetadata,
    },
    revokeSession: {
      path: "/revoke-session",
      summary: "End one of one's own sessions",
      description: `Ends a session of the account. An id without such a session is ignored. ${keysEnd}`,
      ...ending,
      body: OwnSession,
      responses: { 200: Done, ...errors },
      metadata: {
        ...byStaff,
        statusMeanings: { 200: "The session has ended." },
        examples: { request: { own: { id: 12 } }, ...doneExamples },
      } as const satisfies AuthRouteMetadata,
    },
    revokeOtherSessions: {
      path: "/revoke-other-sessions",
      summary: "End one's own other sessions",
      description: `Ends all sessions of the account but the request's own. ${keysEnd}`,
      ...ending,
      body: c.noBody(),
      responses: { 200: Done, ...errors },
      metadata: {
        ...byStaff,
        statusMeanings: { 200: "The other sessions have ended." },
        examples: doneExamples,
      } as const satisfies AuthRouteMetadata,
    },
    revokeSessions: {
      path: "/revoke-sessions",
      summary: "End all of one's own sessions",
      description: `Ends all sessions of the account, the request's own included. ${keysEnd}`,
      ...ending,
      body: c.noBody(),
      responses: { 200: Done, ...errors },
      metadata: {
        ...byStaff,
        statusMeanings: { 200: "The sessions have ended." },
        examples: doneExamples,
      } as const satisfies AuthRouteMetadata,
    },
    listUserSessions: {
      method: "POST",
      path: "/admin/list-user-sessions",
      summary: "List an account's sessions",
      description: "Returns an account's sessions that have not expired; none if there is no such account.",
      query: NoQuery,
      body: UserReference,
      responses: {
        200: z
          .strictObject({ sessions: Sessions })
          .meta({ id: "UserSessions", description: "Sessions of an account." }),
        ...errors,
      },
      metadata: {
        ...byOwners,
        statusMeanings: { 200: "The sessions, by id." },
        examples: { request: ofAccount, 200: { one: { sessions: [session] } } },
      } as const satisfies AuthRouteMetadata,
    },
    revokeUserSession: {
      path: "/admin/revoke-user-session",
      summary: "End a session of any account",
      description: `Ends a session. An id without a session is ignored. ${keysEnd}`,
      ...ending,
      body: AnySession,
      responses: { 200: Success, ...errors },
      metadata: {
        ...byOwners,
        statusMeanings: { 200: "The session has ended." },
        examples: { request: { any: { sessionId: 12 } }, ...successExamples },
      } as const satisfies AuthRouteMetadata,
    },
    revokeUserSessions: {
      path: "/admin/revoke-user-sessions",
      summary: "End all sessions of an account",
      description: `Ends all sessions of an account. ${keysEnd}`,
      ...ending,
      body: UserReference,
      responses: { 200: Success, ...errors },
      metadata: {
        ...byOwners,
        statusMeanings: { 200: "The sessions have ended." },
        examples: { request: ofAccount, ...successExamples },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
