import type { Query } from "../../database/query.js";
import type { Seen } from "../../operation/principal.js";
import { deletionsOf, distanceOf, mistakesIn } from "./misspellings.js";
import { parseSearch, type Search, type Term } from "./parse-search.js";
import { COUNTED_CODE_CHARACTERS, countedWordOf, type Room, type WordCounts } from "./search-document.js";

/** Up to this number, all matches are read, ranked and sorted at once. */
export const FEW_MATCHES = 5_000;

/** The words of an incomplete word whose pets are counted. A beginning that more words have matches many pets. */
const MAX_COUNTED_WORDS = 1_000;

/** The same for names. More of them would take longer to count than to walk. */
const MAX_COUNTED_NAMES = 250;

/** A word that fewer pets have is also taken for the words that it may be a misspelling of. */
const TOO_FEW = 3;

/** The most words that one misspelt word is taken for. */
const MAX_CORRECTIONS = 5;

/**
 * A beginning with this many times the matches of the rarest word is tested, and not looked up, because the index would
 * read all of its matches. Of a whole word it skips those that lack the rarest word.
 */
const MUCH_MORE = 50;

/** The length from which on a word with a digit is a code, and an id is found by its beginning. */
const MIN_CODE = 4;

/** Words such as those of one breed are together this many times as often as independent ones. */
const RELATED = 20;

/** No document has this lexeme. */
const NOTHING = "'='";

const roomsOf: Readonly<Record<Seen | "names", readonly Room[]>> = {
  names: ["n"],
  public: ["n", "e"],
  all: ["n", "e", "s", "r"],
};

/** Pets with one kind of match. */
export type Tier = {
  /** The tsquery of the documents that match in this way. They may also match in the way of an earlier tier. */
  readonly matches: string;
  /**
   * The tsqueries by which the index finds these documents, and perhaps more. A document matches all of them. In one
   * tsquery, PostgreSQL would test each document of one word for the others, which takes ten times as long.
   */
  readonly lookUp: readonly string[];
  /** The highest number of matches that there may be. */
  readonly most: number;
};

export type SearchPlan = {
  /**
   * The kinds of matches, the best first: an exact name, id or code, the beginning of a name, all words in the name, all
   * words somewhere, and corrected words. Each of the last three includes those of them before it.
   */
  readonly tiers: readonly Tier[];
  /** The whole name, if nothing else is an exact match and some pets have it. */
  readonly name: string | undefined;
  readonly words: number;
  /** The words that misspelt words are taken for, as a text for cursors, so that all pages have the same ones. */
  readonly corrections: string;
  readonly correctionsOf: (word: string) => readonly string[];
  /** The search with the best correction of each misspelt word; undefined if nothing was corrected. */
  readonly corrected: string | undefined;
};

/** The words that each misspelt word is taken for, the best first, with the number of pets that may have them. */
type Corrections = ReadonlyMap<string, readonly (readonly [word: string, amount: number])[]>;

/** Returns the words that a word is taken for. */
const correctionsOf = (corrections: Corrections, word: string) => (corrections.get(word) ?? []).map(([one]) => one);

const lexeme = (text: string, isPrefix = false) => `'${text}'${isPrefix ? ":*" : ""}`;

const anyOf = (queries: readonly string[]) => {
  const known = queries.filter((one) => one !== NOTHING);
  if (known.length <= 1) return known[0] ?? NOTHING;
  return `(${known.join(" | ")})`;
};

const allOf = (queries: readonly string[]) =>
  queries.length === 0 || queries.includes(NOTHING) ? NOTHING : queries.join(" & ");

const hasDigit = (word: string) => /[0-9]/.test(word);
const isNumber = (word: string) => /^[1-9][0-9]{0,15}$/.test(word);
const isLongCode = (word: string) => word.length > COUNTED_CODE_CHARACTERS && hasDigit(word);

/** The lexemes of the id that a number may be. */
const idsOf = (word: string, isPrefix: boolean) =>
  isNumber(word) ? [lexeme(`#${word}`, isPrefix && word.length >= MIN_CODE)] : [];

const wordIn = (rooms: readonly Room[], { spellings, isPrefix }: Term, corrections: readonly string[] = []) =>
  anyOf([
    ...spellings.flatMap((word) => rooms.map((room) => lexeme(`${room}${word}`, isPrefix))),
    ...corrections.flatMap((word) => rooms.map((room) => lexeme(`${room}${word}`))),
    ...(rooms.length > 1 ? spellings.flatMap((word) => idsOf(word, isPrefix)) : []),
  ]);

/** A range of words in the order of their code points: those that are counted together. */
type Asked = { readonly low: string; readonly high: string; readonly most: number };

const lastOf = (beginning: string) => `${beginning}\u{10ffff}`;

const askedOf = (word: string, isPrefix: boolean): Asked => {
  const counted = countedWordOf(word);
  const high = isPrefix && counted === word ? lastOf(word) : `${counted}\u0001`;
  return { low: counted, high, most: MAX_COUNTED_WORDS };
};

const countsSql = `
  SELECT EXISTS (SELECT FROM search_change) AS "isBehind",
    (SELECT reltuples FROM pg_class WHERE oid = 'pet_search'::regclass)::float8 AS pets,
    EXISTS (SELECT FROM search_rebuild WHERE is_restricting) AS "isRestricting", ARRAY(
      SELECT (SELECT json_build_object('names', coalesce(sum(names), 0), 'everyone', coalesce(sum(everyone), 0),
          'staff', coalesce(sum(staff), 0), 'words', count(*), 'first', min(word)) FROM (
            SELECT word, names, everyone, staff FROM search_word WHERE word >= low COLLATE "C" AND word < high COLLATE "C"
            ORDER BY word LIMIT most) AS one)
      FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS asked (low, high, most, place) ORDER BY place
    ) AS counts`;

/** The number of words in a range, the first of them, and how many pets have them. */
type Counted = WordCounts & { readonly words: number; readonly first: string | null };
type CountsRow = {
  readonly isBehind: boolean;
  readonly isRestricting: boolean;
  /** The number of pets at the last ANALYZE; -1 if there was none. */
  readonly pets: number;
  readonly counts: readonly Counted[];
};

/** Finds the words in use that have something in common with misspelt words. */
const nearSql = `SELECT word, names::float8 AS "inNames", everyone::float8 AS "forEveryone", staff::float8 AS "forStaff" FROM search_word WHERE word IN (
    SELECT word FROM search_deletion WHERE deletion = ANY ($1::text[]) UNION ALL SELECT unnest($1::text[]))`;

const amountIn = (rooms: readonly Room[], { names, everyone, staff }: WordCounts) =>
  names + (rooms.includes("e") ? everyone : 0) + (rooms.includes("s") ? staff : 0);

type NearWord = {
  readonly word: string;
  readonly inNames: number;
  readonly forEveryone: number;
  readonly forStaff: number;
};

const countsOf = ({ inNames, forEveryone, forStaff }: NearWord): WordCounts => ({
  names: inNames,
  everyone: forEveryone,
  staff: forStaff,
});

const findCorrections = async (
  query: Query,
  words: readonly string[],
  rooms: readonly Room[],
): Promise<Corrections> => {
  const misspelt = words.filter((word) => mistakesIn(word) > 0);
  if (misspelt.length === 0) return new Map();
  const deletions = [...new Set(misspelt.flatMap(deletionsOf))];
  const near = await query<NearWord>(nearSql, [deletions], "near_words");
  const found = misspelt.map((word) => {
    const candidates = near
      .map((one) => ({ word: one.word, distance: distanceOf(word, one.word), amount: amountIn(rooms, countsOf(one)) }))
      .filter(({ distance, amount }) => distance > 0 && distance <= mistakesIn(word) && amount > 0)
      .toSorted((a, b) => a.distance - b.distance || b.amount - a.amount || (a.word < b.word ? -1 : 1));
    return [word, candidates.slice(0, MAX_CORRECTIONS).map((one) => [one.word, one.amount] as const)] as const;
  });
  return new Map(found.filter(([, corrected]) => corrected.length > 0));
};

const amountOf = (corrections: Corrections, { spellings }: Term): number =>
  spellings.flatMap((word) => corrections.get(word) ?? []).reduce((sum, [, amount]) => sum + amount, 0);

type CountedTerm = { readonly term: Term; readonly counts: readonly Counted[] };

/** Tells whether no word in use is longer than the spelling that it begins with. A number may begin an id. */
const isWhole = ({ term: { spellings }, counts }: CountedTerm): boolean =>
  counts.every(({ words, first }, at) => words === 0 || (words === 1 && first === spellings[at])) &&
  !spellings.some(isNumber);

/** Returns the highest number of pets that may have a term in these rooms. */
const mostOf = (rooms: readonly Room[], { term, counts }: CountedTerm): number => {
  const { spellings, isPrefix } = term;
  const amounts = counts.map((one, at) => {
    const word = spellings[at] ?? "";
    if (one.words >= MAX_COUNTED_WORDS) return Infinity;
    const amount = amountIn(rooms, one);
    // A long code is counted by its beginning, but hardly two pets have the same one.
    const ofWord = isLongCode(word) ? Math.min(amount, FEW_MATCHES / 10) : amount;
    return ofWord + (rooms.length > 1 && isNumber(word) ? (isPrefix ? 200 : 1) : 0);
  });
  return amounts.reduce((sum, amount) => sum + amount, 0);
};

type Part = { readonly matches: string; readonly most: number; readonly isPrefix: boolean };

/**
 * Returns how many pets have all parts: at most as many as have the rarest, and hardly more than a multiple of those
 * that would have them if the words were independent of each other.
 */
const mostOfAll = (parts: readonly Part[], pets: number): number => {
  if (parts.length === 0) return 0;
  const least = Math.min(...parts.map(({ most }) => most));
  if (pets <= 0) return least;
  const expected = parts.reduce((product, { most }) => product * Math.min(1, most / pets), pets);
  return parts.length === 1 ? least : Math.min(least, RELATED * expected);
};

/** Returns the tier of the pets that match all parts. Beginnings that many pets have are not looked up. */
const tierOfAll = (parts: readonly Part[], wholes: readonly string[], pets: number): Tier => {
  const least = Math.min(...parts.map((part) => part.most));
  const rare = parts.filter((part) => !part.isPrefix || part.most <= Math.max(least, 1) * MUCH_MORE);
  return {
    matches: anyOf([allOf(parts.map(({ matches }) => matches)), ...wholes]),
    lookUp: rare.length === 0 ? [anyOf(wholes)] : rare.map(({ matches }) => anyOf([matches, ...wholes])),
    most: mostOfAll(parts, pets),
  };
};

const tiersOf = (
  { name, wholes }: Search,
  counted: readonly CountedTerm[],
  { pets, ...names }: { readonly exact: Counted; readonly beginning: Counted; readonly pets: number },
  rooms: readonly Room[],
  corrections: Corrections,
): Tier[] => {
  const only = counted.length === 1 ? (counted[0]?.term.spellings ?? []) : [];
  const codes = [...wholes, ...only].filter((word) => hasDigit(word) && word.length >= MIN_CODE);
  const ids = only.flatMap((word) => idsOf(word, false));
  const exact = anyOf([
    ...(name === "" ? [] : [lexeme(`=${name}`)]),
    ...codes.flatMap((code) => rooms.map((room) => lexeme(`${room}${code}`))),
    ...ids,
  ]);
  const beginning = name === "" ? NOTHING : lexeme(`=${name}`, true);
  const inRooms = (given: readonly Room[], corrected: Corrections = new Map()): Tier =>
    tierOfAll(
      counted.map(({ term, counts }) => ({
        matches: wordIn(
          given,
          term,
          term.spellings.flatMap((word) => correctionsOf(corrected, word)),
        ),
        most: mostOf(given, { term, counts }) + amountOf(corrected, term),
        isPrefix: term.isPrefix,
      })),
      wholes.map((word) => wordIn(given, { spellings: [word], isPrefix: hasDigit(word) })),
      pets,
    );
  const mostOfCodes = codes.length === 0 ? 0 : Math.min(...counted.map((one) => mostOf(rooms, one)));
  const mostOfNames = ({ words, names: amount }: Counted) => (words >= MAX_COUNTED_NAMES ? Infinity : amount);
  return [
    { matches: exact, lookUp: [exact], most: mostOfNames(names.exact) + mostOfCodes },
    { matches: beginning, lookUp: [beginning], most: mostOfNames(names.beginning) },
    inRooms(["n"]),
    inRooms(rooms),
    ...(corrections.size > 0 ? [inRooms(rooms, corrections)] : []),
  ];
};

const none: Counted = { names: 0, everyone: 0, staff: 0, words: 0, first: null };

export type SearchRequest = {
  readonly q: string;
  readonly seen: Seen;
  /** The corrections of the cursor, if the page is not the first. */
  readonly corrections?: string | undefined;
  /** Waits until the words of all changes are written. */
  readonly settle: () => Promise<void>;
};

/** Decides how a search is answered, from the numbers of pets that have its words. */
export const planSearch = async (
  query: Query,
  { q, seen, corrections, settle }: SearchRequest,
): Promise<SearchPlan> => {
  const search = parseSearch(q);
  const { terms, name } = search;
  const asked = [
    { low: `=${name}`, high: `=${name}\u0001`, most: 1 },
    { low: `=${name}`, high: lastOf(`=${name}`), most: MAX_COUNTED_NAMES },
    ...terms.flatMap(({ spellings, isPrefix }) => spellings.map((word) => askedOf(word, isPrefix))),
  ];
  const read = async () => {
    const values = [asked.map(({ low }) => low), asked.map(({ high }) => high), asked.map(({ most }) => most)];
    const [row] = await query<CountsRow>(countsSql, values, "count_words_of_search");
    return row as CountsRow;
  };
  let row = await read();
  if (row.isBehind) {
    await settle();
    row = await read();
  }
  const rooms = roomsOf[row.isRestricting && seen === "public" ? "names" : seen];
  const [exact = none, beginning = none, ...rest] = row.counts;
  let at = 0;
  const counted = terms.map((term) => {
    const counts = rest.slice(at, at + term.spellings.length);
    at += term.spellings.length;
    return { term: { ...term, isPrefix: term.isPrefix && !isWhole({ term, counts }) }, counts };
  });
  const tooFew = counted
    .filter((one) => mostOf(rooms, one) < TOO_FEW)
    .flatMap(({ term }) => term.spellings.slice(0, 1));
  const found =
    corrections === undefined
      ? await findCorrections(query, tooFew, rooms)
      : new Map(JSON.parse(corrections) as [string, [string, number][]][]);
  const isCorrected = (word: string) => found.has(word);
  return {
    tiers: tiersOf(search, counted, { exact, beginning, pets: row.pets }, rooms, found),
    name: terms.some(({ spellings }) => spellings.some(hasDigit)) || exact.names === 0 ? undefined : name,
    words: terms.length,
    corrections: JSON.stringify([...found]),
    correctionsOf: (word) => correctionsOf(found, word),
    corrected: terms.some(({ spellings }) => spellings.some(isCorrected))
      ? terms.map(({ spellings: [word = ""] }) => correctionsOf(found, word)[0] ?? word).join(" ")
      : undefined,
  };
};
