import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { frank, hurry, json, refused, scripted, thrownBy } from "../../test/support/scripted-client.js";
import type { RequestInfo, ResponseInfo } from "./index.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("the hooks of the client", () => {
  it("are called before and after each attempt, with its operation, path, status and number", async () => {
    const requests: RequestInfo[] = [];
    const responses: ResponseInfo[] = [];
    const { client } = scripted([refused(503, "service_unavailable"), json(200, [frank], { "x-request-id": "r-2" })], {
      onRequest: (one) => requests.push(one),
      onResponse: (one) => responses.push(one),
    });
    await hurry(client.pets.listPets({ query: { q: "Frank" } }));
    const told = { operation: "listPets", method: "GET", path: "/v1/pets" };
    expect(requests).toEqual([1, 2].map((attempt) => ({ ...told, attempt })));
    expect(responses).toEqual(
      [503, 200].map((status, at) => ({ ...told, attempt: at + 1, status, durationMs: expect.any(Number) as number })),
    );
  });

  it("are called with status null after an attempt without a response", async () => {
    const statuses: (number | null)[] = [];
    const onResponse = ({ status }: ResponseInfo) => void statuses.push(status);
    const { client } = scripted([new TypeError("fetch failed")], { onResponse, maxRetries: 0 });
    await hurry(thrownBy(client.pets.listPets()));
    expect(statuses).toEqual([null]);
  });

  it("do not affect the request when they throw or reject", async () => {
    const onRequest = () => {
      throw new Error("no metrics");
    };
    const onResponse = (async () => Promise.reject(new Error("no traces"))) as () => void;
    const { client } = scripted([json(200, [], { "x-request-id": "r-1" })], { onRequest, onResponse });
    expect((await client.pets.listPets()).status).toBe(200);
  });
});

describe("pets.find", () => {
  it("reads a pet with the operation that is not deprecated", async () => {
    const { client, sent } = scripted([json(200, [frank], { "x-request-id": "r-1" })]);
    expect(await client.pets.find(7, { expand: "profile" })).toEqual(frank);
    expect(sent[0]?.url).toBe("https://pets.example/v1/pets?id=7&expand=profile");
  });

  it("resolves to null for a pet that does not exist, and rejects for any other refusal", async () => {
    const { client } = scripted([json(200, [], { "x-request-id": "r-1" }), refused(403, "forbidden")]);
    expect(await client.pets.find(7)).toBeNull();
    expect(await thrownBy(client.pets.find(7))).toMatchObject({ code: "forbidden", operation: "listPets" });
  });
});
