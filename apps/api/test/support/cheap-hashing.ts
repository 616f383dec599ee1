import { randomBytes, scryptSync } from "node:crypto";
import type { PasswordHashing } from "../../src/auth/accounts/staff-auth.js";

const derive = (password: string, salt: string) =>
  scryptSync(password.normalize("NFKC"), salt, 64, { N: 2, r: 1, p: 1 }).toString("hex");

/**
 * Hashes passwords in better-auth's format within microseconds. Otherwise scrypt would take most of the time of each
 * sign-in.
 */
export const cheapHashing: PasswordHashing = {
  hash: async (password) => {
    const salt = randomBytes(16).toString("hex");
    return `${salt}:${derive(password, salt)}`;
  },
  verify: async ({ hash, password }) => {
    const [salt = "", key = ""] = hash.split(":");
    return derive(password, salt) === key;
  },
};
