import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, petOf } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("GET /pets/{petId}", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it("returns 200 with the pet", async () => {
    const [id] = await addPets(api, { name: "Luna", categoryId: 3, status: "sold" });
    const { status, body } = await api.send(`GET /v1/pets/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: petOf({ id, name: "Luna", categoryId: 3, status: "sold" }) });
  });

  it("returns 404 for an unknown id", async () => {
    expect((await api.send("GET /v1/pets/9007199254740991")).body).toEqual(
      errorBody("not_found", 404, "there is no pet with id 9007199254740991"),
    );
  });

  it.each([
    "0",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "0x1",
    "abc",
    "9007199254740992",
    "99999999999999999999",
    "1%20",
    "%00",
    "٣",
  ])("returns 404 for the invalid id %s", async (petId) => {
    expect((await api.send(`GET /v1/pets/${petId}`)).body).toEqual(errorBody("not_found", 404));
  });

  it("returns 400 for any query parameter", async () => {
    const [id] = await addPets(api, {});
    expect((await api.send(`GET /v1/pets/${id}?fields=name`)).body).toEqual(
      errorBody("invalid_request", 400, "query.fields is not a recognised parameter"),
    );
  });

  it("sends Deprecation, Sunset and Link in every response, errors included", async () => {
    const [id] = await addPets(api, {});
    const answers = await Promise.all([
      api.send(`GET /v1/pets/${id}`),
      api.send("GET /v1/pets/9007199254740991"),
      api.send(`GET /v1/pets/${id}`, { key: "" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401]);
    for (const { headers } of answers) {
      expect(headers.get("deprecation")).toBe(`@${Date.UTC(2026, 10, 21) / 1000}`);
      expect(headers.get("sunset")).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
      expect(headers.get("link")).toBe(
        '</v1/pets>; rel="successor-version", </docs/deprecation>; rel="deprecation"; type="text/html"',
      );
    }
  });

  it("keeps the address to which earlier responses linked", async () => {
    // This sends raw bytes, because fetch would follow the redirect.
    const answer = await api.sendBytes("GET /deprecations HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 308 /);
    expect(answer).toMatch(/^location: \/docs\/deprecation\r$/im);
  });
});
