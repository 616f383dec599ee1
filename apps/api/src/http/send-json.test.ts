import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, petOf } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

describe("a body that PostgreSQL serialised", () => {
  let api: TestApi;
  let ids: number[];
  beforeAll(async () => {
    api = await createTestApi();
    ids = await addPets(api, { name: 'Zoë "🐈"' }, { name: "Rex" });
  });
  afterAll(() => api.close());

  const exchange = (line: string) =>
    api.sendBytes(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${api.key}\r\n\r\n`);
  const json = () => JSON.stringify(petOf({ id: ids[0], name: 'Zoë "🐈"' }));

  it("is sent unchanged, with its Content-Type and its Content-Length in bytes", async () => {
    for (const [line, text] of [
      [`GET /v1/pets/${ids[0]}`, json()],
      ["GET /v1/pets?limit=1", `[${json()}]`],
    ] as const) {
      const [head, body] = (await exchange(line)).split("\r\n\r\n");
      expect(body).toBe(text);
      expect(head).toContain("\r\nContent-Type: application/json; charset=utf-8\r\n");
      expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`);
    }
  });

  it("is omitted for HEAD, while the header fields are the same", async () => {
    const split = async (method: string) => {
      const text = await exchange(`${method} /v1/pets/${ids[1]}`);
      const [head = "", body] = text.replace(/^(?:X-Request-Id|Date|RateLimit): .*\r\n/gm, "").split("\r\n\r\n");
      return { head, body };
    };
    const [get, head] = [await split("GET"), await split("HEAD")];
    expect(head).toEqual({ head: get.head, body: "" });
  });
});
