import { inTransaction } from "../../src/database/transact.js";
import type { TestDatabase } from "./test-database.js";

/** The secrets of a test, and a search for places that contain them. */
export type Secrets = {
  /** Adds keys or passwords. Keys in responses are added automatically. */
  add(...secrets: string[]): void;
  /** Checks a text that left the service for all secrets, including those that are added later. */
  watch(place: string, text: string): void;
  /** Returns the names of the watched texts and tables that contain a secret, without the secret itself. */
  find(database: TestDatabase): Promise<string[]>;
};

const keyPattern = /pets_(?:live|test)_[0-9A-Za-z]{38}/g;

/** Returns a key without its prefix and its last four characters, because these are not secret. */
const essenceOf = (secret: string) => secret.replace(/^pets_(live|test)_/, "").slice(0, 32);

/** The maximum number of texts of one statement. */
const MAX_TEXTS = 200;

const tablesWith = async ({ pool }: TestDatabase, secrets: readonly string[]): Promise<string[]> => {
  const texts = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString("hex")]);
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
  );
  if (tables.length === 0) return [];
  // One statement looks into all tables, because each service of a test does this once. Whole rows are compared as
  // text, as they would be in a dump.
  const statement = tables
    .map(
      ({ name }) => `SELECT $$table ${name}$$ AS place WHERE EXISTS (SELECT FROM ${name} AS entry
         WHERE EXISTS (SELECT FROM unnest($1::text[]) AS secret WHERE strpos(entry::text, secret) > 0))`,
    )
    .join(" UNION ALL ");
  // This is a transaction, because the time limit of the service's statements is too short for this search on a busy machine. A
  // test that makes a thousand keys is searched in several statements, because the service ends a connection whose
  // statement gives no answer for too long.
  const places = await inTransaction(pool, "BEGIN READ ONLY", async (query) => {
    const found = new Set<string>();
    for (let at = 0; at < texts.length; at += MAX_TEXTS) {
      const rows = await query<{ place: string }>(statement, [texts.slice(at, at + MAX_TEXTS)]);
      for (const { place } of rows) found.add(place);
    }
    return found;
  });
  return [...places];
};

export const createSecrets = (): Secrets => {
  const secrets = new Set<string>();
  const watched: { place: string; text: string }[] = [];
  return {
    add: (...more) => more.forEach((secret) => secrets.add(essenceOf(secret))),
    watch: (place, text) => void watched.push({ place, text }),
    find: async (database) => {
      if (secrets.size === 0) return [];
      const all = [...secrets];
      const places = watched
        .filter(({ text }) => all.some((secret) => text.includes(secret)))
        .map(({ place }) => place);
      return [...places, ...(await tablesWith(database, all))];
    },
  };
};

export const keysIn = (text: string): string[] => text.match(keyPattern) ?? [];
