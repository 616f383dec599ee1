import { randomInt } from "node:crypto";
import type { Service } from "./service.js";
import { totpCode } from "./totp.js";

/** One account of each role, with the cookies of a browser in which it is signed in. */
export type Staff = Readonly<Record<"owner" | "manager" | "clerk", StaffAccount>>;

export type Cookie = { readonly name: string; readonly value: string };

export type StaffAccount = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly cookies: readonly Cookie[];
};

type Credentials = { readonly email: string; readonly password: string };

/** Sign-ins are limited by network, so each browser of the tests comes from a network of its own. */
export const ownNetwork = (): Readonly<Record<string, string>> => ({
  "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
});

const cookieHeader = (cookies: readonly Cookie[]) => cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** `/auth` accepts requests only from the service's own pages. */
const post = async (address: string, path: string, body: unknown, cookies: readonly Cookie[] = []) => {
  const response = await fetch(`${address}/auth${path}`, {
    method: "POST",
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      origin: address,
      cookie: cookieHeader(cookies),
      ...ownNetwork(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
};

/** Returns the cookies as a browser holds them: decoded, and without those that the answer deletes. */
const readCookies = (response: Response): readonly Cookie[] =>
  response.headers.getSetCookie().flatMap((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return /max-age=0/i.test(line) ? [] : [{ name: pair.slice(0, at), value: pair.slice(at + 1) }];
  });

/** Signs in and returns the cookies. */
export const signIn = async (address: string, { email, password }: Credentials): Promise<readonly Cookie[]> =>
  readCookies(await post(address, "/sign-in/email", { email, password }));

/** Renews the proof of a session's person. Some operations require one that is at most ten minutes old. */
export const renewProof = async (address: string, { cookies, password }: StaffAccount): Promise<void> => {
  await post(address, "/reauthenticate", { password }, cookies);
};

/** Returns a key for `/v1`, in the way the admin gets one. */
export const exchangeForKey = async (address: string, cookies: readonly Cookie[]): Promise<string> => {
  const headers = { origin: address, cookie: cookieHeader(cookies) };
  const response = await fetch(`${address}/auth/key`, { method: "POST", headers });
  const { key } = (await response.json()) as { readonly key: string };
  return key;
};

type NewAccount = Credentials & { readonly name: string; readonly role: keyof Staff };

/**
 * Creates an account, which has no password yet.
 * @param as - The cookies of an owner.
 * @returns the code of its invitation
 */
export const inviteAccount = async (
  address: string,
  as: readonly Cookie[],
  { name, email, role }: Omit<NewAccount, "password">,
): Promise<string> => {
  const response = await post(address, "/admin/create-user", { name, email, role }, as);
  const { invitation } = (await response.json()) as { readonly invitation: { readonly code: string } };
  return invitation.code;
};

/** Chooses the password of an account, which also signs it in. */
const acceptInvitation = async (address: string, code: string, password: string): Promise<readonly Cookie[]> =>
  readCookies(await post(address, "/invitation/accept", { code, password }));

/** Creates an account and signs it in. @param as - The cookies of an owner. */
export const createAccount = async (
  address: string,
  as: readonly Cookie[],
  account: NewAccount,
): Promise<StaffAccount> => {
  const code = await inviteAccount(address, as, account);
  return { ...account, cookies: await acceptInvitation(address, code, account.password) };
};

type Enrolled = { readonly secret: string; readonly recoveryCodes: readonly string[] };

/** Turns on the codes from an app for the account of these cookies. */
export const enrolTotp = async (address: string, as: readonly Cookie[]): Promise<Enrolled> => {
  const started = await post(address, "/two-factor/start", undefined, as);
  const { secret } = (await started.json()) as Pick<Enrolled, "secret">;
  const enabled = await post(address, "/two-factor/enable", { code: totpCode(secret) }, as);
  const { recoveryCodes } = (await enabled.json()) as Pick<Enrolled, "recoveryCodes">;
  return { secret, recoveryCodes };
};

const findId = async (address: string, as: readonly Cookie[], email: string): Promise<number | undefined> => {
  const query = new URLSearchParams({ searchField: "email", searchValue: email });
  const headers = { cookie: cookieHeader(as) };
  const response = await fetch(`${address}/auth/admin/list-users?${query}`, { headers });
  const { users } = (await response.json()) as { readonly users: readonly { readonly id: number }[] };
  return users[0]?.id;
};

/** @param as - The cookies of an owner. */
export const disableAccount = async (address: string, as: readonly Cookie[], { email }: Pick<Credentials, "email">) => {
  await post(address, "/admin/ban-user", { userId: await findId(address, as, email) }, as);
};

/** @param as - The cookies of an owner. */
export const setRole = async (
  address: string,
  as: readonly Cookie[],
  { email }: Pick<Credentials, "email">,
  role: keyof Staff,
) => {
  await post(address, "/admin/set-role", { userId: await findId(address, as, email), role }, as);
};

/** Returns the owner of a new service, after they have chosen their password. */
export const createOwner = async ({ address, ownerEmail, invitation }: Service): Promise<StaffAccount> => {
  const password = "glacier 9 tulip owner";
  const cookies = await acceptInvitation(address, invitation, password);
  return { email: ownerEmail, password, name: "Owner", cookies };
};

export const createStaff = async (service: Service): Promise<Staff> => {
  const { address } = service;
  const owner = await createOwner(service);
  const make = (role: "manager" | "clerk", name: string) =>
    createAccount(address, owner.cookies, {
      email: `${role}@store.example`,
      password: `glacier 9 tulip ${role}`,
      name,
      role,
    });
  return { owner, manager: await make("manager", "Mara"), clerk: await make("clerk", "Chris") };
};
