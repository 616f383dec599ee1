import { contract, listRoutes } from "@petstore/contract";
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
export const operation = (operationId: string, made: Made): Operation => ({
  declared: declaredFor(operationId),
  isRequired: true,
  connections: 1,
  ...made,
});

export const isAnswer = (outcome: Outcome, status: number): outcome is Answer =>
  typeof outcome === "object" && outcome.status === status;
export const petAt = ({ seed }: Scope, place: number) => seed.firstPetId + (place % seed.pets);
