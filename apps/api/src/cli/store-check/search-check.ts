import type { Query, StoredId } from "../../database/query.js";
import { countedWords, findOutdated } from "../../pets/search/write-documents.js";
import { readDefinitions } from "../../pets/store/attribute-table.js";
import { MAX_EXAMPLES, type Problem, type StoreCheck } from "./check.js";
import { findFaultyRows, findInTurn } from "./faulty-rows.js";

/** How many pets are compared with their words: all of them in small stores, and a sample that changes in large ones. */
const MAX_COMPARED = 50_000;
const PAGE = 100;

const remedy = "run `petstore search rebuild`, which is safe while the service runs";

/** The words of a changed pet follow the change, and those of all pets may be being written again. */
const isWritten = `NOT EXISTS (SELECT FROM search_change WHERE search_change.pet_id = one.id)
  AND NOT EXISTS (SELECT FROM search_rebuild WHERE reached_pet_id < one.id)`;

const pageSql = `SELECT id FROM (SELECT id FROM pet UNION SELECT pet_id FROM pet_search) AS one
  WHERE id > $1::bigint AND ${isWritten}
    AND (id + floor(extract(epoch FROM now()))::bigint) % (SELECT 1 + count(*) / ${MAX_COMPARED} FROM pet_search) = 0
  ORDER BY one.id LIMIT ${PAGE}`;

const comparePets = async (query: Query): Promise<readonly Problem[]> => {
  const definitions = await readDefinitions(query);
  const examples: string[] = [];
  let count = 0;
  let reached = "0";
  for (;;) {
    const ids: string[] = (await query<{ id: StoredId }>(pageSql, [reached])).map(({ id }) => String(id));
    const last = ids.at(-1);
    if (last === undefined) break;
    reached = last;
    const outdated = await findOutdated(query, ids, definitions);
    count += outdated.length;
    examples.push(...outdated.slice(0, MAX_EXAMPLES - examples.length).map((id) => `pet ${id}`));
  }
  if (count === 0) return [];
  const rule = "has other words than the pet, so searches find it wrongly or not at all";
  return [{ place: "pet_search", rule, remedy, count, examples }];
};

const kinds = [
  {
    place: "search_word",
    rule: "differs from the words of the pets, so misspelt words are corrected wrongly",
    remedy,
    select: `SELECT word AS example FROM (
        SELECT word, names, everyone, staff FROM (${countedWords}) AS counted
        UNION ALL SELECT word, -names, -everyone, -staff FROM search_word
      ) AS part GROUP BY word HAVING sum(names) <> 0 OR sum(everyone) <> 0 OR sum(staff) <> 0`,
  },
  {
    place: "search_deletion",
    rule: "lacks the misspellings of a word in use, or has those of another",
    remedy,
    select: `SELECT word AS example FROM search_word
      WHERE word !~ '[0-9=]' AND char_length(word) BETWEEN 4 AND 32
        AND NOT EXISTS (SELECT FROM search_deletion WHERE deletion = search_word.word AND search_deletion.word = search_word.word)
      UNION ALL SELECT DISTINCT word FROM search_deletion
      WHERE NOT EXISTS (SELECT FROM search_word WHERE search_word.word = search_deletion.word)`,
  },
];

export const searchCheck: StoreCheck = {
  name: "search",
  verifies: "A search finds each pet by its words, and the words in use are counted.",
  run: async (query, onProgress) => {
    const outdated = await comparePets(query);
    return [...outdated, ...(await findInTurn(kinds, (kind) => findFaultyRows(query, kind), onProgress))];
  },
};
