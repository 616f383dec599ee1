import { contract, listRoutes } from "@petstore/contract/routes";
import type { Seed } from "../store/store.js";
import type { Answer, Asking, Outcome } from "./ask.js";
import type { Ledger } from "./ledger.js";

export type Scope = {
  readonly key: string;
  readonly seed: Seed;
  readonly ledger: Ledger;
  next(): number;
  /** The requests with an Idempotency-Key that the traffic must send again. */
  readonly unanswered: string[];
  readonly keyIds: number[];
};

export type Operation = {
  readonly kind: string;
  readonly declared: ReadonlySet<number>;
  readonly success: number;
  /** The statuses that a fault may cause in addition to `success` and 503. */
  readonly alsoFine?: readonly number[];
  readonly isRequired: boolean;
  readonly connections: number;
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
export const operation = (operationId: string, made: Made): Operation => ({
  declared: declaredFor(operationId),
  isRequired: true,
  connections: 1,
  ...made,
});

export const isAnswer = (outcome: Outcome, status: number): outcome is Answer =>
  typeof outcome === "object" && outcome.status === status;
export const petAt = ({ seed }: Scope, place: number) => seed.firstPetId + (place % seed.pets);
