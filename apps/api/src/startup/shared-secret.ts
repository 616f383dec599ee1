import { randomBytes } from "node:crypto";
import type { Query } from "../database/query.js";

const SECRET_BYTES = 32;

/** The first replica inserts the secret, and later inserts do nothing. */
export const sharedSecret = async (query: Query, name: string): Promise<Uint8Array> => {
  const values = [name, randomBytes(SECRET_BYTES)];
  await query("INSERT INTO service_secret (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", values);
  const [secret] = await query<{ value: Buffer }>("SELECT value FROM service_secret WHERE name = $1", [name]);
  if (secret === undefined) throw new Error(`The secret "${name}" is missing from the database.`);
  return secret.value;
};
