import { BASE_PATH, type ContractRoute, contract, type HistoryKind, listRoutes } from "@petstore/contract/routes";
import { expect } from "vitest";
import type { Delegate } from "../../src/operation/delegate.js";
import type { TestApi } from "./test-api.js";

type Act = (line: string, body?: unknown) => Promise<unknown>;

/** A subject of a kind, the request that changes it, and what somebody else does to it before the undo. */
export type UndoneSubject = {
  readonly act: (act: Act) => Promise<unknown>;
  readonly read: () => Promise<unknown>;
  readonly meddle: () => Promise<unknown>;
  /** The name and the reason that the undo must report in this case. */
  readonly name: string | null;
  readonly reason: string;
};

const routes = listRoutes(contract);

/** Returns the route `createKennel` for the kind `kennel` and the verb `create`. */
const routeOf = (kind: string, verb: string): ContractRoute => {
  const noun = `_${kind}`.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const found = routes.find(({ operationId }) => operationId === `${verb}${noun}`);
  return found ?? expect.fail(`the undo of ${kind}.${verb} has no example in audit/undo-kinds.test.ts`);
};

const bodyOf = ({ metadata }: ContractRoute) =>
  Object.values(metadata.examples?.["request"] ?? {})[0] as Readonly<Record<string, unknown>>;

type Send = (line: string, body?: unknown) => Promise<unknown>;
type One = { readonly id: number; readonly name?: string };

/** Returns subjects of a kind with only the operations of `resource()`, made from the examples in the contract. */
export const usualUndos = (
  kind: HistoryKind,
  api: () => TestApi,
  send: Send,
  read: (path: string) => Promise<{ readonly id?: number }>,
): Readonly<Record<string, () => Promise<UndoneSubject>>> => {
  const path = () => `${BASE_PATH}${routeOf(kind, "create").route.path}`;
  const add = async (act: Send = send) => (await act(`POST ${path()}`, bodyOf(routeOf(kind, "create")))) as One;
  const readOne = async (id: number | undefined) => {
    const one = await read(`${path()}/${id}`);
    return one.id === undefined ? null : one;
  };
  const change = () => bodyOf(routeOf(kind, "update"));
  const outcome = { name: bodyOf(routeOf(kind, "create"))["name"] as string, reason: "changed" };
  return {
    [`${kind}.create`]: async () => {
      let id: number | undefined;
      return {
        act: async (act) => void ({ id } = await add(act)),
        read: () => readOne(id),
        meddle: () => send(`PATCH ${path()}/${id}`, change()),
        ...outcome,
      };
    },
    [`${kind}.update`]: async () => {
      const { id } = await add();
      return {
        act: (act) => act(`PATCH ${path()}/${id}`, change()),
        read: () => readOne(id),
        meddle: () => send(`DELETE ${path()}/${id}`),
        ...{ ...outcome, reason: "gone" },
      };
    },
    [`${kind}.delete`]: async () => {
      const before = await add();
      return {
        act: (act) => act(`DELETE ${path()}/${before.id}`),
        read: () => readOne(before.id),
        // Somebody else has restored it, and has changed it since.
        meddle: async () => {
          const model = kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
          const models = api().database.db as unknown as Readonly<Record<string, Delegate>>;
          await models[model]?.create({ data: { ...before, ...change() } });
        },
        ...outcome,
      };
    },
  };
};
