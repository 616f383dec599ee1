import { z } from "zod";
import { describe, expect, it } from "vitest";
import { authContract } from "./auth/index.js";
import { contract, listRoutes } from "./index.js";

describe.each([...listRoutes(contract), ...listRoutes(authContract)])("the route $operationId", ({ route }) => {
  it("refuses a query parameter that it does not know", () => {
    expect((route.query as z.ZodType).safeParse({ unknown: "1" }).success).toBe(false);
  });

  it("refuses a body field that it does not know", () => {
    const body = "body" in route ? route.body : undefined;
    if (!(body instanceof z.ZodObject)) return;
    const issues = body.safeParse({ unknown: 1 }).error?.issues ?? [];
    expect(issues.map(({ code }) => code)).toContain("unrecognized_keys");
  });
});
