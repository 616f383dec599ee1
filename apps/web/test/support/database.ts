import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

/** Lets as many minutes pass for the sessions of an account as a recent proof of who somebody is counts. */
export const forgetProof = async (email: string, dataDir = inject("dataDir")): Promise<void> => {
  const client = new pg.Client({ host: join(dataDir, "postgres"), user: "petstore", database: "petstore" });
  await client.connect();
  try {
    await client.query(
      `UPDATE session SET authenticated_at = now() - interval '11 minutes'
         FROM account WHERE account.id = session.account_id AND account.email = $1`,
      [email],
    );
  } finally {
    await client.end();
  }
};
