import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

/** Moves the sessions of an account back in time, so that their last proof of who the person is no longer counts. */
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
