import { BASE_PATH } from "@petstore/contract/routes";
import type { Answer, Asking, Outcome } from "./ask.js";
import { isAnswer, type Operation, operation, petAt, type Scope } from "./operation.js";

const idOf = ({ body }: Answer) => (JSON.parse(body) as { id: number }).id;

const create = ({ key, seed }: Scope, name: string, isOnce: boolean): Asking => {
  // The category is derived from the name, because a repeated request must be identical.
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
    // The first request with the same key may still be in flight.
    alsoFine: [409],
    isRequired: false,
    make: (scope) => {
      const name = scope.unanswered.shift();
      return name === undefined ? undefined : create(scope, name, true);
    },
    settle: noteOnce,
  }),
];

/**
 * Each request changes a different row. If a lost connection keeps a row locked, this must not delay the recovery of
 * other requests.
 */
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

export const createWrites = (): Operation[] => [...creates(), ...changes(), ...keys()];
