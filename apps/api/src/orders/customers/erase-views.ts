import { searchTextOf } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";

/** The personal data in a customer's row. */
export type Person = {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
};

/** A text that was erased. */
type Trace = {
  readonly text: string;
  /** Matches a text that contains the value as whole words; null if the value does not identify a person. */
  readonly words: string | null;
};

/** A shorter text has no trigram, and identifies nobody. */
const MIN_LENGTH = 3;

const searched = (texts: readonly (string | null)[]): string[] => [
  ...new Set(
    texts.flatMap((text) => (text === null ? [] : [searchTextOf(text)])).filter((text) => text.length >= MIN_LENGTH),
  ),
];

const escaped = (text: string) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`);
const wordsOf = (text: string) => `(^|[^[:alnum:]])${escaped(text)}($|[^[:alnum:]])`;

/** A single word may be the name of anything. A note or an address is too long to be the name of a view or a search. */
const identifying = ({ name, email, phone }: Person) => [/\s/.test(name) ? name : null, email, phone];

const tracesOf = (persons: readonly Person[], notes: readonly string[]): Trace[] => {
  const whole = searched(persons.flatMap(identifying));
  const digits = persons.map(({ phone }) => phone?.replaceAll(/[^0-9]/g, "") ?? null);
  const all = searched([
    ...persons.flatMap(({ name, email, phone, address }) => [name, email, phone, address]),
    ...digits,
    ...notes,
  ]);
  return all.map((text) => ({ text, words: whole.includes(text) ? wordsOf(text) : null }));
};

/**
 * A view is about a person if its search is part of an erased text, or if its search or its name contains the person's
 * e-mail address, telephone number or full name. It is kept if the text that both have in common still finds something,
 * because then the view means another customer or a pet.
 */
const eraseSql = (table: "list_view" | "saved_view") => `
  WITH traces AS MATERIALIZED (SELECT text AS trace, words FROM jsonb_to_recordset($1::jsonb) AS given (text text, words text)),
  texts AS MATERIALIZED (
    SELECT id, search_text(text) AS text, is_search FROM ${table}, LATERAL (
      VALUES (name, false), (query ->> 'q', true), (query ->> 'reference', true)) AS one (text, is_search)
    WHERE char_length(text) >= ${MIN_LENGTH}
  ),
  shared AS MATERIALIZED (
    SELECT id, CASE WHEN char_length(text) < char_length(trace) THEN text ELSE trace END AS text
    FROM texts JOIN traces ON text ~ words OR (is_search AND position(text IN trace) > 0)
  ),
  patterns AS MATERIALIZED (
    SELECT id, '%' || replace(replace(replace(text, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' AS pattern FROM shared
  )
  DELETE FROM ${table} WHERE id IN (
    SELECT id FROM patterns WHERE NOT EXISTS (SELECT FROM customer WHERE search_text(found_by) LIKE pattern)
      AND NOT EXISTS (SELECT FROM pet WHERE search_text(pet.name) LIKE pattern)
      AND NOT EXISTS (SELECT FROM store_order WHERE search_text(reference) LIKE pattern)
      AND NOT EXISTS (SELECT FROM store_order WHERE search_text(note) LIKE pattern)
  )`;

/**
 * Deletes the saved views that are about customers. Without their search they would show another list.
 * @param persons - The customers that have just been erased.
 * @param notes - The notes of their orders.
 */
export const eraseViews = async (query: Query, persons: readonly Person[], notes: readonly string[]): Promise<void> => {
  const traces = JSON.stringify(tracesOf(persons, notes));
  for (const table of ["list_view", "saved_view"] as const) await query(eraseSql(table), [traces]);
};
