import { describe, expect, it } from "vitest";
import { createTestApi, errorBody } from "../../test/support/test-api.js";

type Document = { openapi: string; paths: object; servers: { url: string }[] };

describe("GET /openapi.json", () => {
  it("200 answers the whole document without a key, and the stable part of it", async () => {
    const api = await createTestApi();
    const whole = await api.send("GET /v1/openapi.json", { key: "" });
    const stable = await api.send("GET /v1/openapi.json?stability=stable", { key: "" });
    expect(whole.body).toMatchObject({ openapi: "3.1.1", servers: [{ url: "/v1" }] });
    expect(Object.keys((whole.body as Document).paths)).toContain("/openapi.json");
    expect(Object.keys((stable.body as Document).paths)).toEqual(["/pets", "/pets/{petId}"]);
    await api.close();
  });

  it("400 for another stability, and for an unknown parameter", async () => {
    const api = await createTestApi();
    expect((await api.send("GET /v1/openapi.json?stability=beta&x=1", { key: "" })).body).toEqual(
      errorBody(
        "invalid_request",
        400,
        "query.stability must be stable, or be left out; query.x is no parameter that this operation knows",
      ),
    );
    await api.close();
  });

  it("names PUBLIC_URL and STAGING_URL as its servers", async () => {
    const api = await createTestApi({
      PUBLIC_URL: "https://pets.example/v1",
      STAGING_URL: "https://staging.example/v1",
    });
    const { body } = await api.send("GET /v1/openapi.json", { key: "" });
    expect((body as Document).servers.map(({ url }) => url)).toEqual([
      "https://pets.example/v1",
      "https://staging.example/v1",
    ]);
    await api.close();
  });
});
