import * as z from "zod";
import { describe, expect, it } from "vitest";
import { authContract } from "../account/auth/index.js";
import { contract, listRoutes } from "../routes-entry.js";

describe.each([...listRoutes(contract), ...listRoutes(authContract)])("the route $operationId", ({ route }) => {
  it("refuses an unknown query parameter", () => {
    expect((route.query as z.ZodType).safeParse({ unknown: "1" }).success).toBe(false);
  });

  it("refuses an unknown body field", () => {
    const body = "body" in route ? route.body : undefined;
    if (!(body instanceof z.ZodObject)) return;
    const issues = body.safeParse({ unknown: 1 }).error?.issues ?? [];
    expect(issues.map(({ code }) => code)).toContain("unrecognized_keys");
  });
});
