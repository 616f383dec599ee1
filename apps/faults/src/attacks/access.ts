import { randomBytes, scryptSync } from "node:crypto";
import { type Build, type Environment, makeKey } from "../service/service-process.js";
import type { Postgres } from "../store/postgres.js";

export const password = "violet anchor 42 drum";

/** The keys and accounts of a store under attack. Each account signs in with `password`. */
export type Access = {
  readonly origin: string;
  readonly ownerKey: string;
  readonly clerkKey: string;
  readonly emails: readonly string[];
};

export type StoreAccess = Omit<Access, "origin">;

const EMAILS = 8;

/** Returns a hash as better-auth stores it: salt and scrypt in hexadecimal. */
const hashOf = (text: string) => {
  const salt = randomBytes(16).toString("hex");
  const key = scryptSync(text, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 });
  return `${salt}:${key.toString("hex")}`;
};

/** Adds the keys and accounts to a database with the migrations of `build`. */
export const addAccess = async (
  build: Build,
  env: Environment,
  postgres: Postgres,
  database: string,
): Promise<StoreAccess> => {
  const emails = Array.from({ length: EMAILS }, (_, at) => `clerk-${at}@attacks.test`);
  await postgres.query(
    database,
    `WITH made AS (
       INSERT INTO account (email, name, role) SELECT email, 'Clerk', 'clerk' FROM unnest($1::text[]) AS email
       RETURNING id
     )
     INSERT INTO credential (account_id, provider_id, subject, password)
     SELECT id, 'credential', id::text, $2 FROM made`,
    [emails, hashOf(password)],
  );
  const [clerk = ""] = emails;
  return {
    ownerKey: await makeKey(build, env, "admin"),
    clerkKey: await makeKey(build, env, "write", clerk),
    emails,
  };
};
