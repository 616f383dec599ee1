import { BASE_PATH, contract, listRoutes } from "@petstore/contract";
import type { Seed } from "../store/store.js";
import type { Answer, Asking, Outcome } from "./ask.js";
import type { Ledger } from "./ledger.js";

/** What the operations of one run share. */
export type Scope = {
  readonly key: string;
  readonly seed: Seed;
  readonly ledger: Ledger;
  /** A number that was never given before. */
  next(): number;
  /** Requests with an Idempotency-Key that wait to be sent again. */
  readonly unanswered: string[];
  /** Keys to be revoked. */
  readonly keyIds: number[];
};

export type Operation = {
  readonly kind: string;
  /** Statuses that the contract declares. */
  readonly declared: ReadonlySet<number>;
  readonly success: number;
  /** What a fault may lead to besides the success and 503. */
  readonly alsoFine?: readonly number[];
  /** Whether it counts towards the recovery. */
  readonly isRequired: boolean;
  /** Connections that send it. */
  readonly connections: number;
  /** The next request; undefined where there is none to send. */
  readonly make: (scope: Scope) => Asking | undefined;
  readonly settle?: (scope: Scope, asking: Asking, outcome: Outcome) => void;
};

const routes = new Map(
  listRoutes(contract).map(({ operationId, route }) => [
    operationId,
    new Set(Object.keys(route.responses).map(Number)),
  ]),
);
const declaredFor = (operationId: string): ReadonlySet<number> => {
  const statuses = routes.get(operationId);
  if (statuses === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return statuses;
};

type Made = Pick<Operation, "kind" | "success" | "make"> & Partial<Operation>;
const operation = (operationId: string, made: Made): Operation => ({
  declared: declaredFor(operationId),
  isRequired: true,
  connections: 1,
  ...made,
});

const isAnswer = (outcome: Outcome, status: number): outcome is Answer =>
  typeof outcome === "object" && outcome.status === status;
const idOf = ({ body }: Answer) => (JSON.parse(body) as { id: number }).id;
const petAt = ({ seed }: Scope, place: number) => seed.firstPetId + (place % seed.pets);

const create = ({ key, seed }: Scope, name: string, isOnce: boolean): Asking => {
  // By the name alone: a request that is sent again must be the same.
  const categoryId = seed.categoryIds[Number(name.split(" ").at(-1)) % seed.categoryIds.length];
  const body = { name, categoryId };
  return {
    method: "POST",
    path: `${BASE_PATH}/pets`,
    key,
    body,
    ...(isOnce && { idempotencyKey: name.replace(" ", "-") }),
  };
};
const nameOf = ({ body }: Asking) => (body as { name: string }).name;

const noteCreate = (scope: Scope, asking: Asking, outcome: Outcome) => {
  scope.ledger.attempted.add(nameOf(asking));
  if (isAnswer(outcome, 201)) scope.ledger.created.add(nameOf(asking));
};
const noteOnce = (scope: Scope, asking: Asking, outcome: Outcome) => {
  noteCreate(scope, asking, outcome);
  if (!isAnswer(outcome, 201)) scope.unanswered.push(nameOf(asking));
};

/** Walks the pages of one shape: each page is another, so that the response cache has none of them. */
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

const reads = (): Operation[] => [
  walk("pages of one shape", "limit=5"),
  walk("other pages", "status=available&limit=7"),
  operation("listPets", {
    kind: "search",
    success: 200,
    make: (scope) => {
      const letters = (scope.next() % 4096).toString(16).padStart(3, "0");
      return { method: "GET", path: `${BASE_PATH}/pets?name=${letters}&limit=3`, key: scope.key };
    },
  }),
  operation("getPet", {
    kind: "single reads",
    success: 200,
    connections: 2,
    make: (scope) => ({ method: "GET", path: `${BASE_PATH}/pets/${petAt(scope, scope.next())}`, key: scope.key }),
  }),
];

const creates = (): Operation[] => [
  operation("createPet", {
    kind: "creates",
    success: 201,
    connections: 2,
    make: (scope) => create(scope, `pet ${scope.next()}`, false),
    settle: noteCreate,
  }),
  operation("createPet", {
    kind: "creates once",
    success: 201,
    connections: 2,
    make: (scope) => create(scope, `once ${scope.next()}`, true),
    settle: noteOnce,
  }),
  operation("createPet", {
    kind: "creates again",
    success: 201,
    // The first request with the key may still be in flight.
    alsoFine: [409],
    isRequired: false,
    make: (scope) => {
      const name = scope.unanswered.shift();
      return name === undefined ? undefined : create(scope, name, true);
    },
    settle: noteOnce,
  }),
];

/** Each changes a row that no other request changes: a row that a lost connection keeps locked must not blur the recovery. */
const changes = (): Operation[] => {
  let renamed = 0;
  let ordered = 0;
  return [
    operation("updatePet", {
      kind: "updates",
      success: 200,
      make: (scope) => {
        const path = `${BASE_PATH}/pets/${petAt(scope, renamed++ % 1_000)}`;
        return { method: "PATCH", path, key: scope.key, body: { name: `renamed ${scope.next()}` } };
      },
      settle: ({ ledger }, asking, outcome) => {
        if (isAnswer(outcome, 200)) ledger.renamed.set(idOf(outcome), nameOf(asking));
      },
    }),
    operation("createOrder", {
      kind: "orders",
      success: 201,
      make: (scope) => {
        const body = { petId: petAt(scope, 1_000 + (ordered++ % 1_000)) };
        return { method: "POST", path: `${BASE_PATH}/orders`, key: scope.key, body };
      },
      settle: ({ ledger }, _asking, outcome) => {
        if (isAnswer(outcome, 201)) ledger.ordered.add(idOf(outcome));
      },
    }),
  ];
};

const keys = (): Operation[] => [
  operation("createApiKey", {
    kind: "keys",
    success: 201,
    make: (scope) => {
      const body = { name: `key ${scope.next()}`, scope: "read" };
      return { method: "POST", path: `${BASE_PATH}/api-keys`, key: scope.key, body };
    },
    settle: ({ keyIds }, _asking, outcome) => {
      if (isAnswer(outcome, 201)) keyIds.push(idOf(outcome));
    },
  }),
  operation("revokeApiKey", {
    kind: "revocations",
    success: 204,
    make: ({ keyIds, key }) => {
      const id = keyIds.shift();
      return id === undefined ? undefined : { method: "DELETE", path: `${BASE_PATH}/api-keys/${id}`, key };
    },
    settle: ({ ledger }, { path }, outcome) => {
      if (isAnswer(outcome, 204)) ledger.revoked.add(Number(path.split("/").at(-1)));
    },
  }),
];

const probes: readonly Operation[] = [
  { kind: "/readyz", path: "/readyz", declared: new Set([200, 503]) },
  { kind: "/healthz", path: "/healthz", declared: new Set([200]) },
].map(({ path, ...probe }) => ({
  ...probe,
  success: 200,
  isRequired: true,
  connections: 1,
  make: () => ({ method: "GET", path }),
}));

/** All that a run sends, with a state of its own. */
export const createOperations = (): Operation[] => [...creates(), ...reads(), ...changes(), ...keys(), ...probes];
