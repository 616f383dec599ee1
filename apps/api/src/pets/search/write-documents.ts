import { setImmediate } from "node:timers/promises";
import type { Tx } from "../../database/prisma-client.js";
import { type Query, queryOf } from "../../database/query.js";
import { byteGroups } from "../../operation/byte-groups.js";
import { readDefinitions } from "../store/attribute-table.js";
import { noteBytes, profileBytes } from "../store/pet-bytes.js";
import { deletionsOf } from "./misspellings.js";
import {
  COUNTED_CODE_CHARACTERS,
  MAX_SEARCHED_CHARACTERS,
  type SearchedAttribute,
  type SearchedPet,
  searchDocumentOf,
  tallyDocument,
  wholeNameOf,
  type WordCounts,
} from "./search-document.js";

/** The number of pets after which requests have their turn. They take some 2 ms. */
const PETS_A_TURN = 20;

/** The latest notes of a pet that count. */
const MAX_NOTES_SEARCHED = 100;

/**
 * Reads what the pets are found by, and the words by which they were found before. PostgreSQL cuts what may be long, so
 * that one pet takes at most 48 kB for its profile and 80 kB for its notes.
 */
const petsSql = `
  SELECT taken.id, pet.name, category.name AS category, profile.external_id AS "externalId", profile.attributes, (
      SELECT left(string_agg(text, E'\\n'), ${MAX_SEARCHED_CHARACTERS}) FROM (
        SELECT left(text, ${MAX_SEARCHED_CHARACTERS}) AS text FROM note WHERE note.pet_id = taken.id
        ORDER BY note.id DESC LIMIT ${MAX_NOTES_SEARCHED}) AS latest
    ) AS notes, tsvector_to_array(document.words) AS before
  FROM unnest($1::bigint[]) AS taken (id)
    LEFT JOIN pet ON pet.id = taken.id
    LEFT JOIN category ON category.id = pet.category_id
    LEFT JOIN pet_profile AS profile ON profile.pet_id = taken.id
    LEFT JOIN pet_search AS document ON document.pet_id = taken.id
  ORDER BY taken.id`;

/** Weighs what `petsSql` reads. A text that is cut counts in full. */
const weighSql = `
  SELECT taken.id::float8 AS "petId", coalesce(${profileBytes}, 0)::float8 + coalesce((
      SELECT sum(${noteBytes}) FROM (
        SELECT note.* FROM note WHERE note.pet_id = taken.id ORDER BY note.id DESC LIMIT ${MAX_NOTES_SEARCHED}) AS note
    ), 0)::float8 AS bytes
  FROM unnest($1::bigint[]) AS taken (id) LEFT JOIN pet_profile ON pet_id = taken.id ORDER BY taken.id`;

/** Words never contain a control character, so one separates them. */
const SEPARATOR = "\u001f";

const writeSql = `
  INSERT INTO pet_search (pet_id, name, words)
  SELECT id, name, array_to_tsvector(string_to_array(words, E'\\x1f'))
  FROM unnest($1::bigint[], $2::text[], $3::text[]) AS fresh (id, name, words)
  ON CONFLICT (pet_id) DO UPDATE SET name = EXCLUDED.name, words = EXCLUDED.words`;

const deleteSql = "DELETE FROM pet_search WHERE pet_id = ANY ($1::bigint[])";

/** Returns the words that were not in use before (`true`), and those that no pet has any more (`false`). */
const countSql = `
  INSERT INTO search_word AS stored (word, names, everyone, staff)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS one (word, names, everyone, staff)
  ON CONFLICT (word) DO UPDATE SET names = stored.names + EXCLUDED.names,
    everyone = stored.everyone + EXCLUDED.everyone, staff = stored.staff + EXCLUDED.staff
  RETURNING word, xmax = 0 AS "isNew", names <= 0 AND everyone <= 0 AND staff <= 0 AS "isGone"`;

const forgetSql = `WITH forgotten AS (DELETE FROM search_word WHERE word = ANY ($1::text[]))
  DELETE FROM search_deletion WHERE word = ANY ($2::text[]) AND deletion = ANY ($3::text[])`;

const misspellSql = `INSERT INTO search_deletion (word, deletion) SELECT * FROM unnest($1::text[], $2::text[])
  ON CONFLICT DO NOTHING`;

const deletionsOfAll = (words: readonly string[]) =>
  words.flatMap((word) => deletionsOf(word).map((deletion) => ({ word, deletion })));

const addDeletions = async (query: Query, words: readonly string[]): Promise<void> => {
  const added = deletionsOfAll(words);
  if (added.length === 0) return;
  await query(misspellSql, [added.map(({ word }) => word), added.map(({ deletion }) => deletion)], "add_deletions");
};

/** Adds to the counts of words, and keeps the misspellings of exactly the words that some pet has. */
const addCounts = async (query: Query, tally: ReadonlyMap<string, WordCounts>): Promise<void> => {
  const changes = [...tally].filter(([, { names, everyone, staff }]) => names !== 0 || everyone !== 0 || staff !== 0);
  if (changes.length === 0) return;
  const counts = changes.map(([, one]) => one);
  const changed = await query<{ word: string; isNew: boolean; isGone: boolean }>(
    countSql,
    [
      changes.map(([word]) => word),
      counts.map(({ names }) => names),
      counts.map(({ everyone }) => everyone),
      counts.map(({ staff }) => staff),
    ],
    "count_search_words",
  );
  const gone = changed.filter(({ isGone }) => isGone).map(({ word }) => word);
  const lost = deletionsOfAll(gone);
  if (gone.length > 0)
    await query(
      forgetSql,
      [gone, lost.map(({ word }) => word), lost.map(({ deletion }) => deletion)],
      "forget_search_words",
    );
  await addDeletions(
    query,
    changed.filter(({ isNew, isGone }) => isNew && !isGone).map(({ word }) => word),
  );
};

type Row = Omit<SearchedPet, "name"> & { readonly name: string | null; readonly before: string[] | null };

/** Reads what pets are found by, and how they were found before. The name of a pet that does not exist is null. */
const readRows = (query: Query, petIds: readonly (string | number)[]): Promise<Row[]> =>
  query<Row>(petsSql, [petIds], "searched_pets");

/** Returns those of these pets that a search would find by other words than theirs. */
export const findOutdated = async (
  query: Query,
  petIds: readonly (string | number)[],
  definitions: readonly SearchedAttribute[],
): Promise<string[]> => {
  const rows = await readRows(query, petIds);
  return rows
    .filter((row) => !isSame(row.before, exists(row) ? searchDocumentOf(row, definitions) : []))
    .map(({ id }) => String(id));
};

/** Reads what some pets are found by. */
export const readSearchedPets = async (query: Query, petIds: readonly (string | number)[]): Promise<SearchedPet[]> =>
  petIds.length === 0 ? [] : (await readRows(query, petIds)).filter(exists);

const isSame = (before: readonly string[] | null, after: readonly string[]) => {
  if (before?.length !== after.length) return false;
  const known = new Set(before);
  return after.every((lexeme) => known.has(lexeme));
};

const exists = (row: Row): row is Row & SearchedPet => row.name !== null;

/** Writes the words of a group of pets, and adds what has changed to the tally. */
const writeGroup = async (
  query: Query,
  rows: readonly Row[],
  definitions: readonly SearchedAttribute[],
  tally: Map<string, WordCounts>,
): Promise<void> => {
  const written: { readonly id: string | number; readonly name: string; readonly words: string }[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % PETS_A_TURN === PETS_A_TURN - 1) await setImmediate();
    const words = exists(row) ? searchDocumentOf(row, definitions) : [];
    if (isSame(row.before, words)) continue;
    tallyDocument(tally, row.before ?? [], -1);
    tallyDocument(tally, words, 1);
    if (exists(row)) written.push({ id: String(row.id), name: wholeNameOf(row.name), words: words.join(SEPARATOR) });
  }
  const gone = rows.filter((row) => !exists(row) && row.before !== null).map(({ id }) => id);
  if (gone.length > 0) await query(deleteSql, [gone], "delete_search_documents");
  if (written.length > 0)
    await query(
      writeSql,
      [written.map(({ id }) => id), written.map(({ name }) => name), written.map(({ words }) => words)],
      "write_search_documents",
    );
};

/**
 * Writes the words of some pets from what they have now, and deletes those of pets that are gone. The caller's
 * transaction holds the lock of the writer.
 */
export const writeDocuments = async (tx: Tx, petIds: readonly number[]): Promise<void> => {
  if (petIds.length === 0) return;
  const query = queryOf(tx);
  const definitions = await readDefinitions(query);
  const tally = new Map<string, WordCounts>();
  const weights = await query<{ petId: number; bytes: number }>(weighSql, [petIds], "weigh_searched_pets");
  const weighed = weights.map(({ petId, bytes }) => ({ id: petId, bytes }));
  for (const group of byteGroups(weighed)) await writeGroup(query, await readRows(query, group), definitions, tally);
  await addCounts(query, tally);
};

/** Selects the counts of the words of all documents, in the way of `tallyDocument`. */
export const countedWords = `
  SELECT word, coalesce(sum(amount) FILTER (WHERE room IN ('=', 'n')), 0)::bigint AS names,
    coalesce(sum(amount) FILTER (WHERE room = 'e'), 0)::bigint AS everyone,
    coalesce(sum(amount) FILTER (WHERE room IN ('s', 'r')), 0)::bigint AS staff
  FROM (
    SELECT left(word, 1) AS room, ndoc AS amount, CASE
      WHEN word LIKE '=%' THEN word
      WHEN char_length(word) > ${COUNTED_CODE_CHARACTERS + 1} AND substr(word, 2) ~ '[0-9]' THEN substr(word, 2, ${COUNTED_CODE_CHARACTERS}) || '*'
      ELSE substr(word, 2) END COLLATE "C" AS word
    FROM ts_stat('SELECT words FROM pet_search') WHERE word !~ '^[#%]'
  ) AS lexeme GROUP BY word`;

const recountSql = `INSERT INTO search_word (word, names, everyone, staff) ${countedWords}`;
const nextWordsSql = "SELECT word FROM search_word WHERE word > $1 ORDER BY word LIMIT 2000";

/**
 * Counts the words of all documents again, and writes their misspellings again. The caller's transaction holds the lock
 * of the writer.
 */
export const recountWords = async (query: Query): Promise<void> => {
  await query("DELETE FROM search_deletion", []);
  await query("DELETE FROM search_word", []);
  await query(recountSql, []);
  let reached = "";
  for (;;) {
    const words = (await query<{ word: string }>(nextWordsSql, [reached])).map(({ word }) => word);
    const last = words.at(-1);
    if (last === undefined) return;
    await addDeletions(query, words);
    reached = last;
  }
};
