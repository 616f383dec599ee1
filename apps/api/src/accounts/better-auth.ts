import { randomBytes } from "node:crypto";
import { betterAuth } from "better-auth/minimal";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { createAccessControl } from "better-auth/plugins/access";
import { admin } from "better-auth/plugins/admin";
import type { Logger } from "pino";
import type { AccountRole } from "../generated/client.js";
import { createTransactionalClient } from "./transactional-client.js";
import { clientAddressHeader, cookiePrefix, internalOrigin, isSecureOrigin } from "./names.js";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password-rule.js";
import { sessionTokenHash } from "./session-token.js";
import type { StaffAuth, StaffAuthParts } from "./staff-auth.js";

const DAY_SECONDS = 86_400;
const SESSION_DAYS = 7;

const accessControl = createAccessControl({
  user: ["create", "list", "get", "set-role", "ban", "set-password"],
  session: ["list", "revoke"],
});
const nothing = accessControl.newRole({ user: [], session: [] });
/** Who looks after accounts. What keys may do is in `scopes.ts`. */
const roles = {
  owner: accessControl.newRole({
    user: ["create", "list", "get", "set-role", "ban", "set-password"],
    session: ["list", "revoke"],
  }),
  manager: nothing,
  clerk: nothing,
};

/** Its messages and what kind of error it was: the rest may hold a token or an address. */
const logThrough = (log: Logger) => ({
  disableColors: true,
  log: (level: "debug" | "info" | "warn" | "error", message: string, ...rest: unknown[]) => {
    const error = rest.find((one) => one instanceof Error);
    log[level === "info" ? "debug" : level]({ errorName: error?.name }, `better-auth: ${message}`);
  },
});

const createAuth = ({ db, config, log, authSecret, passwordHashing }: StaffAuthParts) => {
  const { client, follow } = createTransactionalClient(db);
  const isSecure = isSecureOrigin(config);
  const auth = betterAuth({
    appName: "Pet Store",
    baseURL: internalOrigin,
    basePath: "/auth",
    // A list, so that no BETTER_AUTH_SECRETS of the environment takes its place.
    secrets: [{ version: 1, value: authSecret ?? randomBytes(32).toString("base64url") }],
    database: prismaAdapter(client, { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      // In UTF-16 units, of which a character takes one or two.
      maxPasswordLength: 2 * MAX_PASSWORD_LENGTH,
      ...(passwordHashing && { password: passwordHashing }),
    },
    session: {
      fields: { userId: "accountId" },
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      freshAge: 0,
      // It would let a disabled account in until it ends.
      cookieCache: { enabled: false },
    },
    plugins: [admin({ ac: accessControl, roles, adminRoles: ["owner"], defaultRole: "clerk" })],
    advanced: {
      // There is no table `verification`: nothing that is served needs one.
      database: { generateId: "serial", validateSchema: false },
      cookiePrefix: cookiePrefix(isSecure),
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure },
      ipAddress: { ipAddressHeaders: [clientAddressHeader], ipv6Subnet: 128 },
      // auth/check-origin.ts does both, of every request and more strictly.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: logThrough(log),
    onAPIError: { throw: true },
  });
  return { auth, follow };
};

type Named = { token?: unknown; session?: Named };

const withHash = ({ token, session, ...rest }: Named): Named => ({
  ...rest,
  ...(token !== undefined && { token: typeof token === "string" ? sessionTokenHash(token) : token }),
  ...(session !== undefined && { session: withHash(session) }),
});

/** A token opens its session: it leaves in the cookie, which no script reads, and its hash stands in the body. */
const hideToken = async (response: Response): Promise<Response> => {
  if (!response.ok) return response;
  const body = (await response.json()) as Named | null;
  const { status, headers } = response;
  headers.delete("content-length");
  return Response.json(body === null ? null : withHash(body), { status, headers });
};

/** @returns better-auth over the service's own database. */
export const createStaffAuth = async (parts: StaffAuthParts): Promise<StaffAuth> => {
  const { auth, follow } = createAuth(parts);
  const { internalAdapter, password } = await auth.$context;
  const linkPassword = (userId: string, passwordHash: string) =>
    internalAdapter.linkAccount({ userId, accountId: userId, providerId: "credential", password: passwordHash });
  return {
    answer: async (request, tx) => hideToken(await follow(tx, () => auth.handler(request))),
    findSession: async (headers) => {
      const found = await follow(undefined, () => auth.api.getSession({ headers, query: { disableRefresh: true } }));
      if (found === null) return undefined;
      const { id, email, name, role } = found.user;
      const account = { id: BigInt(id), email, name, role: role as AccountRole };
      return { sessionId: BigInt(found.session.id), account };
    },
    hashPassword: (plain) => password.hash(plain),
    verifyPassword: (hash, plain) => password.verify({ hash, password: plain }),
    insertAccount: (tx, { passwordHash, ...user }) =>
      follow(tx, async () => {
        const { id } = await internalAdapter.createUser(user, { method: "admin" });
        await linkPassword(id, passwordHash);
        return BigInt(id);
      }),
    setPassword: (tx, accountId, passwordHash) =>
      follow(tx, async () => {
        const userId = String(accountId);
        const known = await internalAdapter.findCredentialAccount(userId);
        if (known === null) await linkPassword(userId, passwordHash);
        else await internalAdapter.updatePassword(userId, passwordHash);
      }),
  };
};
