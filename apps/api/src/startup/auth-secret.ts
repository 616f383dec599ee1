import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { link, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.js";
import { OperatorError } from "../config/operator-error.js";
import { hasCode } from "../database/errors.js";

const SECRET_BYTES = 32;
const MIN_LENGTH = 32;
const SALT_BYTES = 16;

type SecretConfig = Pick<Config, "authSecret" | "dataDir">;

const readSecret = async (path: string): Promise<string | undefined> => {
  try {
    const [text, { mode }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    if ((mode & 0o007) !== 0) {
      throw new OperatorError(
        "start_failed",
        `${path} can be read by every user of this machine:`,
        "run chmod 600 on it, then start again.",
      );
    }
    const secret = text.trim();
    if (secret.length >= MIN_LENGTH) return secret;
    throw new OperatorError(
      "start_failed",
      `${path} must contain at least ${MIN_LENGTH} characters:`,
      "delete it, and the next start makes a new one.",
    );
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
};

/** `link` fails if another process has already created the file. */
const makeSecret = async (dataDir: string, path: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${randomBytes(SECRET_BYTES).toString("base64url")}\n`);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await file.close();
    await rm(draft);
  }
};

export const authSecretPath = (dataDir: string): string => join(dataDir, "auth-secret");

/** Returns the secret that a start would use; undefined if it would create a new one. */
export const findAuthSecret = async ({ authSecret, dataDir }: SecretConfig): Promise<string | undefined> =>
  authSecret ?? readSecret(authSecretPath(dataDir));

/**
 * Returns `AUTH_SECRET`, or the content of a file that the first process creates. The secret is not stored in the
 * database, because somebody with a dump could then open sessions.
 */
export const openAuthSecret = async ({ authSecret, dataDir }: SecretConfig): Promise<string> => {
  if (authSecret !== undefined) return authSecret;
  const path = authSecretPath(dataDir);
  try {
    const known = await readSecret(path);
    if (known !== undefined) return known;
    await makeSecret(dataDir, path);
    const made = await readSecret(path);
    if (made !== undefined) return made;
    throw new OperatorError("start_failed", `${path} was deleted while the service started:`, "start it again.");
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = (error as Error).message;
    throw new OperatorError(
      "start_failed",
      `The secret that signs cookies cannot be stored in ${path} (${reason}):`,
      "set AUTH_SECRET.",
    );
  }
};

const hashOf = (secret: string, salt: Buffer) =>
  createHmac("sha256", secret).update("petstore shared secret").update(salt).digest();

/** Returns a salted hash, by which a store recognises its secret. The secret is random, so nobody can guess it. */
export const fingerprintOf = (secret: string): string => {
  const salt = randomBytes(SALT_BYTES);
  return Buffer.concat([salt, hashOf(secret, salt)]).toString("base64url");
};

export const isFingerprintOf = (secret: string, fingerprint: string): boolean => {
  const bytes = Buffer.from(fingerprint, "base64url");
  const hash = hashOf(secret, bytes.subarray(0, SALT_BYTES));
  return bytes.length === SALT_BYTES + hash.length && timingSafeEqual(bytes.subarray(SALT_BYTES), hash);
};
