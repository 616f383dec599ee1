import { randomUUID } from "node:crypto";
import { setPassword } from "../../src/auth/accounts/set-password.js";
import { openStaffAuth } from "../../src/auth/accounts/open-staff-auth.js";
import type { StaffAuth } from "../../src/auth/accounts/staff-auth.js";
import type { SignInLimits } from "../../src/auth/sign-in-limits.js";
import type { AccountRole } from "../../src/generated/client.js";
import type { TestApi } from "./test-api.js";

/** The password of every account of a test, unless the test sets another. */
export const password = "violet anchor 42 drum";

let hashing: Promise<string> | undefined;
const auths = new WeakMap<TestApi, Promise<StaffAuth>>();

const authOf = (api: TestApi): Promise<StaffAuth> => {
  const auth = auths.get(api) ?? openStaffAuth(api.deps);
  auths.set(api, auth);
  return auth;
};

/** Selects the audit events of changes. Sign-ins and wrong passwords are left out, because they have events as well. */
export const exceptSignIns = {
  action: {
    notIn: [
      "account.sign_in",
      "account.sign_in_failed",
      "account.change_password_failed",
      "account.reauthenticate_failed",
    ],
  },
};

/** Creates an account that signs in with `password`. Its address is in lower case. */
export const addStaff = async (
  api: TestApi,
  role: AccountRole = "owner",
  email = `${randomUUID()}@petstore.test`,
): Promise<{ id: bigint; email: string }> => {
  const auth = await authOf(api);
  const passwordHash = await (hashing ??= auth.hashPassword(password));
  const { id } = await api.database.db.account.create({ data: { email, name: role, role } });
  await setPassword(api.database.db, id, passwordHash);
  return { id, email };
};

/** Limits that allow any number of sign-ins. */
export const unlimited: SignInLimits = {
  countSignIn: async () => {},
  forgive: async () => {},
  countPasswordChange: async () => {},
  countCode: async () => {},
  forgiveCodes: async () => {},
  countAnonymous: async () => {},
  countOptions: async () => {},
  countKey: async () => {},
};

type Answer = Awaited<ReturnType<TestApi["send"]>>;

export type Browser = {
  /** The cookies of the browser, by name. */
  readonly cookies: Map<string, string>;
  /**
   * Sends a request with the cookies of the browser, as a page of the service's own origin does, and stores the cookies
   * of the response.
   */
  send(line: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** @param given - The entered password; the default is `password`. */
  signIn(email: string, given?: string): Promise<Answer>;
};

let browsers = 0;

/**
 * Creates a browser with cookies and an `Origin`. It accepts `Secure` cookies over plain HTTP. With
 * `TRUSTED_PROXIES=loopback` each browser has an address of its own, so that no test uses up the sign-ins of another.
 */
export const createBrowser = (api: TestApi, origin = api.origin): Browser => {
  const cookies = new Map<string, string>();
  const address = `10.0.${Math.floor((browsers += 1) / 256)}.${browsers % 256}`;
  const send: Browser["send"] = async (line, body, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { origin, "x-forwarded-for": address, ...(cookie === "" ? {} : { cookie }), ...headers };
    const answer = await api.send(line, { key: "", headers: all, ...(body === undefined ? {} : { body }) });
    const { invitation, recoveryCodes = [] } = (answer.body ?? {}) as {
      invitation?: { code: string };
      recoveryCodes?: string[];
    };
    // These are shown only once, so they must not appear anywhere else.
    api.secrets.add(...(invitation === undefined ? [] : [invitation.code]), ...recoveryCodes);
    for (const field of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(field) ?? [];
      if (/; *max-age=0/i.test(field)) cookies.delete(name);
      else cookies.set(name, value);
      // The token gives access to the session, so it must not appear anywhere else.
      if (name.endsWith("session_token") && value !== "") api.secrets.add(value.replace(/[.%].*/, ""));
    }
    return answer;
  };
  return {
    cookies,
    send,
    signIn: (email, given = password) => send("POST /auth/sign-in/email", { email, password: given }),
  };
};

/** Creates a browser in which an account of this role has signed in. */
export const signedIn = async (api: TestApi, role: AccountRole = "owner") => {
  const account = await addStaff(api, role);
  const browser = createBrowser(api);
  await browser.signIn(account.email);
  return { ...account, browser };
};
