import { describe, expect, it } from "vitest";
import { bodyMediaTypes, contract, listRoutes, routeMetadata, takesBody } from "../routes-entry.js";

const routes = listRoutes(contract);
const methodsOf = (path: string) => routes.filter(({ route }) => route.path === path).map(({ route }) => route.method);
const restores = routes.filter(({ operationId }) => operationId.startsWith("restore"));

describe("a convention of all resources", () => {
  it.each(restores)("restores by a POST below the path that deletes: $operationId", ({ route }) => {
    const { method, path, responses } = route;
    expect([method, path.endsWith("/restore"), takesBody(route)]).toEqual(["POST", true, false]);
    expect(methodsOf(path.replace(/\/restore$/, ""))).toEqual(expect.arrayContaining(["GET", "DELETE"]));
    expect(Object.keys(responses)).toContain("200");
    expect(Object.keys(routeMetadata(route).headers?.[200] ?? {})).toContain("ETag");
  });

  it("reads every PATCH as a merge patch, and no other body", () => {
    const types = new Set(routes.map(({ route: { method } }) => `${method} ${bodyMediaTypes(method).join(" ")}`));
    expect([...types].filter((one) => one.includes("merge-patch"))).toEqual([
      "PATCH application/json application/merge-patch+json",
    ]);
  });
});
