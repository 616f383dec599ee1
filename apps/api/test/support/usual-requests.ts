import { BASE_PATH, type ContractRoute, contract, listRoutes, takesBody } from "@petstore/contract/routes";
import { expect } from "vitest";
import type { TestApi } from "./test-api.js";

type Options = NonNullable<Parameters<TestApi["send"]>[1]>;
/** A valid request of an operation. It uses new rows. */
export type RequestExample = { line: string; options?: Options };

// These are requests of resources that have only the usual operations. They are built from the examples in the
// contract.

const routes = listRoutes(contract);

const bodyOf = ({ metadata }: ContractRoute): unknown => Object.values(metadata.examples?.["request"] ?? {})[0];

/** Returns `/kennels` for `/kennels/:kennelId`, and undefined for any other path. */
const collectionOf = (path: string) => /^(\/[\w-]+)\/:\w+$/.exec(path)?.[1];

const addOne = async (on: TestApi, path: string): Promise<number> => {
  const create = routes.find(({ route }) => route.method === "POST" && route.path === path);
  if (create === undefined) return expect.fail(`test/support/requests.ts lacks what adds one of ${path}`);
  const { body } = await on.send(`POST ${BASE_PATH}${path}`, { body: bodyOf(create) });
  return (body as { id: number }).id;
};

const requestOf = (one: ContractRoute, path: string): RequestExample => ({
  line: `${one.route.method} ${BASE_PATH}${path}`,
  ...(takesBody(one.route) && { options: { body: bodyOf(one) } }),
});

export const usualRequests: Record<string, (on: TestApi) => Promise<RequestExample>> = Object.fromEntries(
  routes.map((one) => [
    one.operationId,
    async (on: TestApi) => {
      const collection = collectionOf(one.route.path);
      const path = collection === undefined ? one.route.path : `${collection}/${await addOne(on, collection)}`;
      return requestOf(one, path);
    },
  ]),
);

/** An id that no resource has. */
export const absent = 900_000_000_000_001;

/** Requests of resources whose path ends with an id. They are refused with 404 or 412. */
export const usualRefusals: Record<
  string,
  Record<number, (apis: { api: TestApi }) => Promise<RequestExample>>
> = Object.fromEntries(
  routes.flatMap((one) => {
    const collection = collectionOf(one.route.path);
    if (collection === undefined) return [];
    const missing = async () => requestOf(one, `${collection}/${absent}`);
    const stale = async ({ api }: { api: TestApi }) => {
      const { line, options } = requestOf(one, `${collection}/${await addOne(api, collection)}`);
      return { line, options: { ...options, headers: { "if-match": '"stale"' } } };
    };
    return [
      [one.operationId, { 404: missing, ...("if-match" in ((one.route.headers ?? {}) as object) && { 412: stale }) }],
    ];
  }),
);
