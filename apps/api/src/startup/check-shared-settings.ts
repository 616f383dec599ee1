import type { Config } from "../config/config.js";
import { OperatorError } from "../config/operator-error.js";
import { IN_POSTGRESQL, type Bucket } from "../config/photo-store.js";
import type { Query } from "../database/query.js";
import { hasBucketFiles, readShared, writeShared } from "../database/shared-settings.js";
import { authSecretPath, findAuthSecret, fingerprintOf, isFingerprintOf, openAuthSecret } from "./auth-secret.js";

const differentSecret = ({ authSecret, dataDir }: SharedConfig) =>
  new OperatorError(
    "start_failed",
    authSecret === undefined
      ? `${authSecretPath(dataDir)} does not contain the secret that this store is used with:`
      : "AUTH_SECRET is not the secret that this store is used with:",
    "set AUTH_SECRET to that of the other replicas, or of the original if the store is a copy; if you want to replace it, run `petstore settings forget AUTH_SECRET` first.",
  );

/** Compares a secret with what the store knows. A store that knows none accepts every secret. */
export const compareSecret = async (query: Query, secret: string | undefined) => {
  const known = await readShared(query, "AUTH_SECRET");
  const isKnown = known !== undefined && known !== "";
  return { known, isKnown, isAccepted: !isKnown || (secret !== undefined && isFingerprintOf(secret, known)) };
};

/** @returns what the store knows of the secret */
const requireKnownSecret = async (query: Query, config: SharedConfig, secret: string | undefined) => {
  const found = await compareSecret(query, secret);
  if (!found.isAccepted) throw differentSecret(config);
  return found;
};

const checkAuthSecret = async (query: Query, config: SharedConfig): Promise<void> => {
  const secret = await openAuthSecret(config);
  const { known: from, isKnown } = await requireKnownSecret(query, config, secret);
  if (isKnown || (await writeShared(query, "AUTH_SECRET", { from, to: fingerprintOf(secret) }))) return;
  // Another replica has recorded its secret in the meantime.
  await checkAuthSecret(query, config);
};

const placeOf = (bucket: Bucket | undefined): string =>
  bucket === undefined ? IN_POSTGRESQL : `s3://${bucket.bucket}/${bucket.prefix} at ${bucket.endpoint}`;

/**
 * The start fails if photos need a bucket and PHOTO_STORE names none or another one. Without a check, their files would
 * be answered with 503, and new files would go to the other place.
 */
const requireKnownBucket = async (query: Query, { photoBucket }: SharedConfig) => {
  const from = await readShared(query, "PHOTO_STORE");
  const to = placeOf(photoBucket);
  if (from === to) return { from, to };
  // Stores of earlier versions have files in a bucket without a record of its name.
  const isNewBucket = photoBucket !== undefined && (from === undefined || from === IN_POSTGRESQL);
  if (from !== "" && !isNewBucket && (await hasBucketFiles(query))) {
    throw new OperatorError(
      "start_failed",
      `Photos of this store are in ${from ?? "a bucket"}, but PHOTO_STORE names ${photoBucket === undefined ? "no bucket" : to}:`,
      "name that bucket, with readOnly=true if you want to move its files with `petstore photos move`; if they were copied to another place or are lost, run `petstore settings forget PHOTO_STORE`.",
    );
  }
  return { from, to };
};

const checkPhotoStore = async (query: Query, config: SharedConfig): Promise<void> => {
  const { from, to } = await requireKnownBucket(query, config);
  if (from !== to) await writeShared(query, "PHOTO_STORE", { from, to });
};

type SharedConfig = Pick<Config, "authSecret" | "dataDir" | "photoBucket">;

/**
 * Compares the settings that all replicas must have in common with those of earlier starts, which the store has, and
 * records nothing.
 * @throws OperatorError if one differs.
 */
export const compareSharedSettings = async (query: Query, config: SharedConfig): Promise<void> => {
  await requireKnownSecret(query, config, await findAuthSecret(config));
  await requireKnownBucket(query, config);
};

/**
 * Compares as {@link compareSharedSettings} does, and records the settings that the store does not know yet.
 * @throws OperatorError if one differs.
 */
export const checkSharedSettings = async (query: Query, config: SharedConfig): Promise<void> => {
  await checkAuthSecret(query, config);
  await checkPhotoStore(query, config);
};
