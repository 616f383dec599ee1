import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Config } from "../config/config.js";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

const prefixes = { production: "pets_live_", staging: "pets_test_" } as const satisfies Record<
  Config["environment"],
  string
>;

export const apiKeyPrefix = (environment: Config["environment"]): string => prefixes[environment];

/** CRC-32 in base62, left-padded with `0` to six characters (62^6 > 2^32). */
const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < CHECKSUM_LENGTH) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

export const generateApiKey = (environment: Config["environment"]): string => {
  const secret = Array.from({ length: SECRET_LENGTH }, () => base62[randomInt(base62.length)]).join("");
  const unchecked = apiKeyPrefix(environment) + secret;
  return unchecked + checksum(unchecked);
};

/** Checks the checksum, so that a mistyped key is refused without a query. */
export const isWellFormedApiKey = (text: string, environment: Config["environment"]): boolean => {
  const prefix = apiKeyPrefix(environment);
  if (text.length !== prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH || !text.startsWith(prefix)) return false;
  const unchecked = text.slice(0, -CHECKSUM_LENGTH);
  return /^[0-9A-Za-z]+$/.test(text.slice(prefix.length)) && text === unchecked + checksum(unchecked);
};

/** A slow hash is not needed, because a key has 190 random bits. */
export const hashApiKey = (key: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(key).digest());
