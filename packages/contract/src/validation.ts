import type { AppRoute } from "@ts-rest/core";
import { z } from "zod";
import { authContract } from "./auth/contract.js";
import { contract } from "./contract.js";
import { listRoutes } from "./routes.js";

const routes = new Map<string, AppRoute>(
  [contract, authContract].flatMap(listRoutes).map(({ operationId, route }) => [operationId, route]),
);

/**
 * The `validate` option of a client: checks each body against the contract of this version of the package, which knows
 * no field that a later version of the service adds.
 * @throws {z.ZodError} if the body is not as the contract declares.
 */
export const validateResponse = (operation: string, status: number, body: unknown): unknown => {
  const schema = routes.get(operation)?.responses[status];
  return schema instanceof z.ZodType ? schema.parse(body) : body;
};
