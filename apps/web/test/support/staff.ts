import { randomInt } from "node:crypto";
import type { Service } from "./service.js";

/** One account of each role, and the cookies of a browser in which it is signed in. */
export type Staff = Readonly<Record<"owner" | "manager" | "clerk", StaffAccount>>;

export type Cookie = { readonly name: string; readonly value: string };

export type StaffAccount = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly cookies: readonly Cookie[];
};

type Credentials = { readonly email: string; readonly password: string };

/** Sign-ins are limited by network: each browser of the tests comes from one of its own. */
export const ownNetwork = (): Readonly<Record<string, string>> => ({
  "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
});

const cookieHeader = (cookies: readonly Cookie[]) => cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** `/auth` takes requests of the service's own pages alone. */
const post = async (address: string, path: string, body: unknown, cookies: readonly Cookie[] = []) => {
  const response = await fetch(`${address}/auth${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: address,
      cookie: cookieHeader(cookies),
      ...ownNetwork(),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
};

/** Signs in and returns the cookies, decoded as a browser holds them. */
export const signIn = async (address: string, { email, password }: Credentials): Promise<readonly Cookie[]> => {
  const response = await post(address, "/sign-in/email", { email, password });
  return response.headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });
};

/** A key for `/v1`, as the admin asks for one. */
export const exchangeForKey = async (address: string, cookies: readonly Cookie[]): Promise<string> => {
  const headers = { origin: address, cookie: cookieHeader(cookies) };
  const response = await fetch(`${address}/auth/key`, { method: "POST", headers });
  const { key } = (await response.json()) as { readonly key: string };
  return key;
};

type NewAccount = Credentials & { readonly name: string; readonly role: keyof Staff };

/** Makes an account and signs it in. @param as - The cookies of an owner. */
export const createAccount = async (
  address: string,
  as: readonly Cookie[],
  account: NewAccount,
): Promise<StaffAccount> => {
  await post(address, "/admin/create-user", account, as);
  return { ...account, cookies: await signIn(address, account) };
};

export const createStaff = async ({ address, ownerEmail, ownerPassword }: Service): Promise<Staff> => {
  const first = { email: ownerEmail, password: ownerPassword };
  const owner = { ...first, name: "Owner", cookies: await signIn(address, first) };
  const make = (role: "manager" | "clerk", name: string) =>
    createAccount(address, owner.cookies, {
      email: `${role}@store.example`,
      password: `glacier 9 tulip ${role}`,
      name,
      role,
    });
  return { owner, manager: await make("manager", "Mara"), clerk: await make("clerk", "Chris") };
};
