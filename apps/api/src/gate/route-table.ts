import {
  answerTypesOf,
  BASE_PATH,
  type ContractRoute,
  contract,
  deprecationHeaders,
  isStored,
  listRoutes,
} from "@petstore/contract/routes";
import { groupBy } from "../operation/group-by.js";
import { laneOf } from "../operation/operation-lanes.js";
import type { GateRoute } from "../request/request-context.js";

export type PathEntry = { readonly routes: ReadonlyMap<string, GateRoute>; readonly allow: string };

type Candidate = { segments: readonly string[]; entry: PathEntry };

const allowOf = (methods: string[]) =>
  [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ");

const isParameter = (segment: string) => segment.startsWith(":");

const isDecodable = (segment: string): boolean => {
  try {
    return decodeURIComponent(segment) !== "";
  } catch {
    return false;
  }
};

const matches = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length &&
  pattern.every((segment, index) => {
    const actual = path[index] ?? "";
    return isParameter(segment) ? isDecodable(actual) : segment === actual;
  });

const toGateRoute = (entry: ContractRoute): GateRoute => {
  const { deprecation } = entry.metadata;
  const { operationId, route } = entry;
  const fields = {
    ...(deprecation !== undefined && deprecationHeaders(deprecation)),
    ...(!isStored(route) && { "Cache-Control": "no-store" }),
  };
  return { ...entry, lane: laneOf(operationId, route.method), fields, answerTypes: answerTypesOf(route) };
};

const createCandidates = (routes: readonly ContractRoute[]): Candidate[] => {
  const byPath = groupBy(routes, ({ route }) => BASE_PATH + route.path);
  return [...byPath].map(([path, entries]) => ({
    segments: path.split("/"),
    entry: {
      routes: new Map(entries.map((entry) => [entry.route.method, toGateRoute(entry)])),
      allow: allowOf(entries.map(({ route }) => route.method)),
    },
  }));
};

const isPattern = ({ segments }: Candidate) => segments.some(isParameter);

const candidates = createCandidates(listRoutes(contract));
const patterns = candidates.filter(isPattern);
const literals = new Map(
  candidates.filter((one) => !isPattern(one)).map(({ segments, entry }) => [segments.join("/"), entry]),
);

/**
 * Paths match exactly. A literal path takes precedence over a path with a parameter: `GET /pets/batch` is a 405, not a
 * request for a pet called "batch".
 */
export const findPath = (path: string): PathEntry | undefined => {
  const literal = literals.get(path);
  if (literal !== undefined) return literal;
  const segments = path.split("/");
  return patterns.find((pattern) => matches(pattern.segments, segments))?.entry;
};
