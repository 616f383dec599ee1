import { BASE_PATH, type ContractRoute } from "@petstore/contract";
import { groupBy } from "../group-by.js";

/** What a path answers to: its routes by method, and the `Allow` field that lists them. */
export type PathEntry = { readonly routes: ReadonlyMap<string, ContractRoute>; readonly allow: string };

type Candidate = { segments: readonly string[]; entry: PathEntry };

const allowOf = (methods: string[]) =>
  [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ");

const isParameter = (segment: string) => segment.startsWith(":");

const matches = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length &&
  pattern.every((segment, index) => (isParameter(segment) ? path[index] !== "" : segment === path[index]));

/** Percent-encoding undone, segment by segment, as RFC 3986 §2.4 asks; `undefined` where it is malformed. */
const segmentsOf = (path: string): string[] | undefined => {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
};

/**
 * Finds what the contract knows of a path. Paths are exact: no trailing slash, no other case. A literal path wins over
 * one with a parameter, so that `GET /pets/batch` is a wrong method and no animal called "batch".
 */
export const createRouteTable = (routes: readonly ContractRoute[]): ((path: string) => PathEntry | undefined) => {
  const byPath = groupBy(routes, ({ route }) => BASE_PATH + route.path);
  const candidates: Candidate[] = [...byPath].map(([path, entries]) => ({
    segments: path.split("/"),
    entry: {
      routes: new Map(entries.map((entry) => [entry.route.method, entry])),
      allow: allowOf(entries.map(({ route }) => route.method)),
    },
  }));
  const parameters = ({ segments }: Candidate) => segments.filter(isParameter).length;
  candidates.sort((a, b) => parameters(a) - parameters(b));
  return (path) => {
    const segments = segmentsOf(path);
    return segments && candidates.find((candidate) => matches(candidate.segments, segments))?.entry;
  };
};
