import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookiePrefix } from "./accounts/names.js";
import { cookieNamed, writeCookie } from "./cookie.js";

type Device = {
  readonly id: string;
  readonly passwordTag: string;
};

/** Recognises browsers by a signed cookie, so that failed attempts from other places do not lock them out. */
export type Devices = {
  /**
   * Finds the device for an account in the cookie. It does not query the database, so the password may have changed
   * since.
   */
  find(cookies: string | undefined, email: string): Device | undefined;
  isCurrent(device: Device, passwordHash: string): boolean;
  cookieFor(cookies: string | undefined, email: string, passwordHash: string): string;
};

export type DevicesParts = {
  readonly authSecret: string;
  readonly isSecure: boolean;
  readonly clock: () => Date;
};

const LIFE_SECONDS = 90 * 86_400;
const MAX_CLOCK_SKEW_SECONDS = 300;
const MAX_ACCOUNTS = 5;
const entryPattern = /^([\w-]{16})\.([0-9]{1,12})\.([\w-]{22})\.([\w-]{43})$/;

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * The cookie has an entry for each account: a random id, the time of issue, a tag of the password's hash, and an HMAC
 * with the address.
 */
export const createDevices = ({ authSecret, isSecure, clock }: DevicesParts): Devices => {
  const name = `${cookiePrefix(isSecure)}.device`;
  // The key is derived, because better-auth signs session cookies with the secret itself.
  const key = createHmac("sha256", authSecret).update("petstore device cookie").digest();
  const digest = (...parts: string[]) => createHmac("sha256", key).update(JSON.stringify(parts)).digest();
  const tagOf = (passwordHash: string) => digest("password", passwordHash).subarray(0, 16).toString("base64url");
  const signatureOf = (email: string, id: string, issuedAt: string, passwordTag: string) =>
    digest("device", email, id, issuedAt, passwordTag).toString("base64url");
  const secondsNow = () => Math.floor(clock().getTime() / 1000);
  const entriesIn = (cookies: string | undefined) =>
    cookieNamed(name, cookies)
      .split("~", MAX_ACCOUNTS)
      .flatMap((text) => {
        const [, id = "", issuedAt = "", passwordTag = "", signature = ""] = entryPattern.exec(text) ?? [];
        return id === "" ? [] : [{ text, id, issuedAt, passwordTag, signature }];
      });
  type Entry = ReturnType<typeof entriesIn>[number];
  const isOf = (email: string, { id, issuedAt, passwordTag, signature }: Entry) =>
    isEqual(signature, signatureOf(email, id, issuedAt, passwordTag));
  const isAlive = ({ issuedAt }: Entry) => {
    const age = secondsNow() - Number(issuedAt);
    return age >= -MAX_CLOCK_SKEW_SECONDS && age < LIFE_SECONDS;
  };
  return {
    find: (cookies, email) => entriesIn(cookies).find((entry) => isOf(email, entry) && isAlive(entry)),
    isCurrent: ({ passwordTag }, passwordHash) => isEqual(passwordTag, tagOf(passwordHash)),
    cookieFor: (cookies, email, passwordHash) => {
      const entries = entriesIn(cookies);
      const known = entries.find((entry) => isOf(email, entry));
      const id = known?.id ?? randomBytes(12).toString("base64url");
      const [issuedAt, passwordTag] = [String(secondsNow()), tagOf(passwordHash)];
      const fresh = [id, issuedAt, passwordTag, signatureOf(email, id, issuedAt, passwordTag)].join(".");
      const others = entries.filter((entry) => entry !== known).map(({ text }) => text);
      const value = [fresh, ...others].slice(0, MAX_ACCOUNTS).join("~");
      return writeCookie(name, value, LIFE_SECONDS, isSecure);
    },
  };
};
