import { randomBytes } from "node:crypto";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@petstore/contract/auth";
import type { BetterAuthPlugin } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { betterAuth } from "better-auth/minimal";
import type { Logger } from "pino";
import { z } from "zod";
import { isSecureOrigin } from "../../config/config.js";
import { clientAddressHeader, cookiePrefix } from "./names.js";
import { MAX_SESSION_SECONDS } from "../../credentials/session-lifetime.js";
import type { StaffAuth, StaffAuthParts } from "./staff-auth.js";
import { createTransactionalClient } from "./transactional-client.js";

/** better-auth requires an origin; the service checks `Origin` itself. */
const internalOrigin = "http://petstore.internal";

/** Logs only the message and the name of an error, because other fields may contain a token or an address. */
const logThrough = (log: Logger) => ({
  disableColors: true,
  log: (level: "debug" | "info" | "warn" | "error", message: string, ...rest: unknown[]) => {
    const error = rest.find((one) => one instanceof Error);
    log[level === "info" ? "debug" : level]({ errorName: error?.name }, `better-auth: ${message}`);
  },
});

/**
 * Starts a session without better-auth's own sign-in, which would read the account and hash the password a second time.
 */
const startSession = createAuthEndpoint.serverOnly(
  {
    method: "POST",
    body: z.object({ accountId: z.string(), isRemembered: z.boolean() }),
    requireHeaders: true,
  },
  async (ctx) => {
    const { accountId, isRemembered } = ctx.body;
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(accountId);
    if (user === null) throw new TypeError(`There is no account ${accountId} to start a session for.`);
    const session = await internalAdapter.createSession(accountId, !isRemembered);
    await setSessionCookie(ctx, { session, user }, !isRemembered);
    return { id: session.id };
  },
);

const sessionStart = { id: "petstore", endpoints: { startSession } } satisfies BetterAuthPlugin;

const createAuth = ({ db, config, log, authSecret, passwordHashing }: StaffAuthParts) => {
  const { client, runIn } = createTransactionalClient(db);
  const isSecure = isSecureOrigin(config);
  const auth = betterAuth({
    appName: "Pet Store",
    baseURL: internalOrigin,
    basePath: "/auth",
    // This is a list, because BETTER_AUTH_SECRETS in the environment would override a single secret.
    secrets: [{ version: 1, value: authSecret ?? randomBytes(32).toString("base64url") }],
    database: prismaAdapter(client, { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: 2 * MAX_PASSWORD_LENGTH,
      ...(passwordHashing && { password: passwordHashing }),
    },
    session: {
      fields: { userId: "accountId" },
      // This limits only the age of the cookie. auth/start-session.ts and auth/use-session.ts decide when the session
      // ends.
      expiresIn: MAX_SESSION_SECONDS,
      disableSessionRefresh: true,
      freshAge: 0,
      // With this cache, a disabled account would keep its access until the cookie expires.
      cookieCache: { enabled: false },
    },
    plugins: [sessionStart],
    advanced: {
      // The schema is not validated, because the table `verification` is missing, which the service does not need.
      database: { generateId: "serial", validateSchema: false },
      cookiePrefix: cookiePrefix(isSecure),
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure },
      ipAddress: { ipAddressHeaders: [clientAddressHeader], ipv6Subnet: 128 },
      // auth/check-origin.ts checks every request, and more strictly.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: logThrough(log),
  });
  return { auth, runIn };
};

export const createStaffAuth = async (parts: StaffAuthParts): Promise<StaffAuth> => {
  const { auth, runIn } = createAuth(parts);
  const { password, secretConfig } = await auth.$context;
  return {
    startSession: async (tx, accountId, { headers, isRemembered }) => {
      const body = { accountId: String(accountId), isRemembered };
      const started = await runIn(tx, () => auth.api.startSession({ body, headers, returnHeaders: true }));
      return { sessionId: BigInt(started.response.id), cookies: started.headers.getSetCookie() };
    },
    // better-auth would delete the cookie of an ended session, but the browser may already have a cookie for a newer
    // session.
    findSession: async (headers) => {
      const found = await runIn(undefined, () => auth.api.getSession({ headers }));
      return found === null ? undefined : BigInt(found.session.id);
    },
    endSession: async (headers) => {
      const ended = await runIn(undefined, () => auth.api.signOut({ headers, returnHeaders: true }));
      return ended.headers.getSetCookie();
    },
    hashPassword: (plain) => password.hash(plain),
    verifyPassword: (hash, plain) => password.verify({ hash, password: plain }),
    encrypt: (data) => symmetricEncrypt({ key: secretConfig, data }),
    decrypt: (data) => symmetricDecrypt({ key: secretConfig, data }),
  };
};
