import type { Client } from "pg";
import type { Animal } from "../animals.js";
import { textsOf } from "../words.js";
import { type Engine, RESULTS } from "./engine.js";

/** Opens `word_similarity` of PostgreSQL's extension pg_trgm, with one text for each animal, in the service's own form of texts. */
export const openTrigrams = async (client: Client, animals: readonly Animal[]): Promise<Engine> => {
  await client.query("CREATE TABLE judged_animal (external_id text PRIMARY KEY, words text NOT NULL)");
  await client.query(
    `INSERT INTO judged_animal SELECT external_id, search_text(words)
     FROM unnest($1::text[], $2::text[]) AS given (external_id, words)`,
    [animals.map(({ externalId }) => externalId), animals.map((animal) => textsOf(animal).join(" "))],
  );
  await client.query("CREATE INDEX ON judged_animal USING gin (words gin_trgm_ops)");
  await client.query("VACUUM ANALYZE judged_animal");
  return {
    title: "pg_trgm",
    search: async (q) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT external_id AS id FROM judged_animal WHERE search_text($1) <% words
         ORDER BY word_similarity(search_text($1), words) DESC, external_id LIMIT $2`,
        [q, RESULTS],
      );
      return rows.map(({ id }) => id);
    },
  };
};
