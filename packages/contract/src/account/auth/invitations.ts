import { initContract } from "@ts-rest/core";
import { NoQuery } from "../../http/rules.js";
import { authErrorResponses } from "./errors.js";
import { exampleInvitation, InvitationAcceptance, InvitationCode, InvitedUser } from "./invitation.js";
import { type AuthRouteMetadata, sessionCookies } from "./metadata.js";
import { SignInOutcome, signInExamples } from "./second-factor.js";
import { exampleUser } from "./user.js";

const c = initContract();

const limited = "Too many attempts from this network.";

/** The routes that an invited person uses to accept the invitation. */
export const invitations = c.router(
  {
    showInvitation: {
      method: "POST",
      path: "/invitation/show",
      summary: "Show an invitation",
      description: "Returns the person for whom an open invitation was made. The invitation stays open.",
      query: NoQuery,
      body: InvitationCode,
      responses: { 200: InvitedUser, ...authErrorResponses(403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "anybody",
        statusMeanings: {
          200: "The person for whom the invitation was made.",
          400: "A field breaks a rule (`invalid_request`), or no open invitation has this code (`invitation_invalid`).",
          429: limited,
        },
        codes: { 400: ["invalid_request", "invitation_invalid"] },
        examples: {
          request: { code: { code: exampleInvitation.code } },
          200: {
            jane: {
              email: exampleUser.email,
              name: exampleUser.name,
              role: exampleUser.role,
              expiresAt: exampleInvitation.expiresAt,
            },
          },
        },
      } as const satisfies AuthRouteMetadata,
    },
    acceptInvitation: {
      method: "POST",
      path: "/invitation/accept",
      summary: "Accept an invitation",
      description:
        "Sets the password of the account, uses up the invitation and signs in. If the account still has a second factor, the person must give that as well, as after a password.",
      query: NoQuery,
      body: InvitationAcceptance,
      responses: { 200: SignInOutcome, ...authErrorResponses(403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "anybody",
        statusMeanings: {
          200: "The new session and its account, or the second factor that is still needed.",
          400: "A field breaks a rule (`invalid_request`), or no open invitation has this code (`invitation_invalid`).",
          429: limited,
        },
        codes: { 400: ["invalid_request", "invitation_invalid"] },
        headers: { 200: sessionCookies },
        examples: {
          request: { accept: { code: exampleInvitation.code, password: "lantern 7 goose orbit" } },
          200: signInExamples,
        },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
