import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

export const SEALED_SECRET_BYTES = IV_BYTES + SECRET_BYTES + TAG_BYTES;

const keyOf = (authSecret: string) =>
  Buffer.from(hkdfSync("sha256", authSecret, "", "petstore webhook secrets", SECRET_BYTES));

/** Binds a secret to its endpoint, so that the secret can be opened for no other endpoint. */
const boundTo = (endpointId: number) => Buffer.from(`webhook endpoint ${endpointId}`);

export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Writes a secret in the form that its receiver gets (Standard Webhooks). */
export const writeSecret = (secret: Buffer): string => `whsec_${secret.toString("base64")}`;

export const sealSecret = (authSecret: string, endpointId: number, secret: Buffer): Buffer<ArrayBuffer> => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(authSecret), iv).setAAD(boundTo(endpointId));
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
};

/** @returns undefined if the secret was sealed with another AUTH_SECRET, or altered */
export const openSecret = (authSecret: string, endpointId: number, sealed: Uint8Array): Buffer | undefined => {
  const bytes = Buffer.from(sealed);
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(authSecret), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(boundTo(endpointId)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
};
