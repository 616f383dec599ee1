import { BASE_PATH } from "@petstore/contract/routes";
import { isAnswer, type Operation, operation, petAt } from "./operation.js";

/** Reads the pages of one query one after the other. None of them is in the response cache. */
const walk = (kind: string, query: string): Operation => {
  const first = `${BASE_PATH}/pets?${query}`;
  let path = first;
  return operation("listPets", {
    kind,
    success: 200,
    make: ({ key }) => ({ method: "GET", path, key }),
    settle: (_scope, _asking, outcome) => {
      if (!isAnswer(outcome, 200)) return;
      const next = /<([^>]+)>; rel="next"/.exec(String(outcome.headers["link"] ?? ""))?.[1];
      path = next ?? first;
    },
  });
};

export const createReads = (): Operation[] => [
  walk("pages of one shape", "limit=5"),
  walk("other pages", "status=available&limit=7"),
  operation("listPets", {
    kind: "search",
    success: 200,
    make: (scope) => {
      const letters = (scope.next() % 4096).toString(16).padStart(3, "0");
      return { method: "GET", path: `${BASE_PATH}/pets?q=${letters}&limit=3`, key: scope.key };
    },
  }),
  operation("getPet", {
    kind: "single reads",
    success: 200,
    connections: 2,
    make: (scope) => ({ method: "GET", path: `${BASE_PATH}/pets/${petAt(scope, scope.next())}`, key: scope.key }),
  }),
];
