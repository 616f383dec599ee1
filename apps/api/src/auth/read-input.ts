import { type ContractRoute, takesBody } from "@petstore/contract";
import type { Request } from "express";
import { z } from "zod";
import { invalidRequest } from "../errors.js";
import { describeIssues } from "../http/describe-issues.js";
import { parseBody } from "../http/read-json-body.js";

/** A POST without a body in the contract may still send an empty object, as many HTTP clients do. */
const NoBody = z.strictObject({}).optional();

const bodySchemaOf = (route: ContractRoute["route"]): z.ZodType =>
  takesBody(route) ? ((route as { body: unknown }).body as z.ZodType) : NoBody;

/**
 * Validates the query and the body of a request with the schemas of its route.
 * @param bytes - The body; undefined for a GET.
 * @returns the body, or the query of a route without a body.
 * @throws AppError 400, 415.
 */
export const readInput = (request: Request, route: ContractRoute["route"], bytes: Buffer | undefined): unknown => {
  const query = (route.query as z.ZodType).safeParse({ ...request.query });
  const given = bytes === undefined || bytes.length === 0 ? undefined : parseBody(request, bytes);
  const body = (bytes === undefined ? NoBody : bodySchemaOf(route)).safeParse(given);
  if (query.success && body.success) return takesBody(route) ? body.data : query.data;
  throw invalidRequest(
    ...describeIssues("query", query.error?.issues ?? []),
    ...describeIssues("body", body.error?.issues ?? []),
  );
};
