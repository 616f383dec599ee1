import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("POST /pets/import of more rows than one request may import", () => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await createTestApi();
    key = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  it("returns 400 for more than 300,000 rows and imports nothing", async () => {
    const csv = `name,category\n${",D\n".repeat(300_001)}`;
    const { body } = await api.send("POST /v1/pets/import", {
      key,
      body: { csv, source: "pets.csv", columns: {}, skipBad: true },
    });
    expect(body).toEqual(errorBody("invalid_request", 400, "body.csv must have at most 300000 rows; split the file"));
    expect((await api.send("GET /v1/pets")).body).toEqual([]);
  });
});
