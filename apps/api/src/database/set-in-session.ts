import type { ClientBase } from "pg";
import { ServiceClient } from "./pool.js";

const TIMEOUT_MS = 3_000;

/** Returns the `onConnect` function of a pool. If a session does not accept its settings, it is closed. */
export const setInSession = (settings: Readonly<Record<string, string>>) => {
  const calls = Object.keys(settings).map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`);
  const statement = {
    text: `SELECT ${calls.join(", ")}`,
    values: Object.entries(settings).flat(),
    query_timeout: TIMEOUT_MS,
  };
  return async (client: ClientBase): Promise<void> => {
    try {
      await client.query(statement);
    } catch (error) {
      if (client instanceof ServiceClient) client.cut();
      throw error;
    }
  };
};
