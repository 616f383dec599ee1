import { authContract } from "@petstore/contract/auth";
import { BASE_PATH, contract, listRoutes, personalFieldsOf } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { redactUrl } from "./redact-url.js";

const { orders, pets, views } = contract;

describe("redactUrl", () => {
  it("shows values that the route declares and that the contract does not mark as personal", () => {
    const url = "/v1/pets?limit=5&status=sold&q=Frank&sort=-id";
    expect(redactUrl(url, pets.listPets)).toBe(url);
  });

  it("hides a personal value, however the name of the parameter is written", () => {
    for (const name of ["q", "%71", "reference", "refer%65nce", "%72%65ference", "cursor"])
      expect(redactUrl(`/v1/orders?limit=5&${name}=Ada&sort=id`, orders.listOrders)).toBe(
        `/v1/orders?limit=5&${name}=[redacted]&sort=id`,
      );
  });

  it("hides a parameter that is not declared, cannot be decoded or has no value", () => {
    expect(redactUrl("/v1/orders?email=ada@example.com&%zz=Ada&Ada&q", orders.listOrders)).toBe(
      "/v1/orders?email=[redacted]&%zz=[redacted]&[redacted]&[redacted]",
    );
    expect(redactUrl("/orders?limit=5&q=Ada", undefined)).toBe("/orders?limit=[redacted]&q=[redacted]");
    expect(redactUrl("http://pets.example/v1/orders?limit=5&q=Ada", orders.listOrders)).toBe(
      "http://pets.example/v1/orders?limit=5&q=[redacted]",
    );
  });

  it("hides a personal part of the path", () => {
    expect(redactUrl("/v1/views/Orders%20of%20Ada?page=orders", views.deleteView)).toBe(
      "/v1/views/[redacted]?page=orders",
    );
  });

  it("hides an API key, even one that is percent-encoded", () => {
    const key = `pets_live_${"a".repeat(38)}`;
    expect(redactUrl(`/v1/pets?q=${key.replace("_", "%5f")}`, pets.listPets)).toBe("/v1/pets?q=pets_live_[redacted]");
  });
});

describe("the log", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const encoded = (name: string) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const routes = [
    ...listRoutes(contract).map((one) => ({ ...one, base: BASE_PATH })),
    ...listRoutes(authContract).map((one) => ({ ...one, base: "/auth" })),
  ];
  const parameters = routes.flatMap(({ operationId, route, base }) =>
    personalFieldsOf(route.query).map((name) => ({ operationId, route, base, name })),
  );

  it("contains no value of a personal parameter of any operation", async () => {
    expect(parameters.length).toBeGreaterThan(5);
    const spellings = parameters.flatMap(({ route, base, name }) =>
      [name, encoded(name)].flatMap((spelled) => [
        `${base}${route.path}?${spelled}=Marker`,
        `${base}${route.path}x?limit=1&${spelled}=Marker`,
      ]),
    );
    const countRequests = () => api.logged.filter(({ msg }) => msg === "request").length;
    const before = countRequests();
    for (const url of [...spellings, "/v1/views/Marker", "/orders?q=Marker"]) {
      await api.send(`GET ${url}`);
      await api.send(`POST ${url}`, { key: "" });
    }
    await expect.poll(countRequests).toBeGreaterThanOrEqual(before + 2 * (spellings.length + 2));
    expect(JSON.stringify(api.logged)).not.toContain("Marker");
  });

  it("contains no field of a body, whether valid or refused", async () => {
    const customer = { name: "Marker", email: "marker@example.com", phone: "0123", address: "Marker" };
    for (const body of [{ petId: 1, customer }, { petId: 1, customer: { ...customer, Marker: 1 } }, { Marker: 1 }])
      await api.send("POST /v1/orders", { body: { ...body, note: "Marker", reference: "Marker" } });
    await api.send("POST /v1/orders", { raw: '{"note":"Marker', headers: { "content-type": "application/json" } });
    expect(JSON.stringify(api.logged).toLowerCase()).not.toContain("marker");
  });
});
