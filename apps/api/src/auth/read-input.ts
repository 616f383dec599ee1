import { type ContractRoute, describeIssues, takesBody } from "@petstore/contract/routes";
import type { Request } from "express";
import { z } from "zod";
import { invalidRequest } from "../errors.js";
import { parseBody } from "../request/body/read-body.js";

/** Many HTTP clients send an empty object with every POST. */
const NoBody = z.strictObject({}).optional();

const bodySchemaOf = (route: ContractRoute["route"]): z.ZodType =>
  takesBody(route) ? ((route as { body: unknown }).body as z.ZodType) : NoBody;

export const readInput = (request: Request, route: ContractRoute["route"], bytes: Buffer | undefined): unknown => {
  const query = (route.query as z.ZodType).safeParse({ ...request.query });
  const given = bytes === undefined || bytes.length === 0 ? undefined : parseBody(request, bytes);
  const body = (bytes === undefined ? NoBody : bodySchemaOf(route)).safeParse(given);
  if (query.success && body.success) return takesBody(route) ? body.data : query.data;
  throw invalidRequest(
    ...describeIssues("query", {
      schema: route.query,
      given: request.query,
      issues: query.error?.issues ?? [],
    }),
    ...describeIssues("body", { schema: bodySchemaOf(route), given, issues: body.error?.issues ?? [] }),
  );
};
