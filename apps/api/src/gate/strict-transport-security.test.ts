import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

const requests = [
  ...["GET /v1/pets", "GET /v1/pets/0", "GET /v1/nothing", "PUT /v1/pets", "OPTIONS /v1/pets", "GET /healthz"],
  ...["GET /v1/openapi.json", "GET /v1/api-keys", "GET /auth/get-session", "POST /auth/key", "GET /nothing"],
];
const refusals = [
  "FOO /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /v1/pets HTTP/1.1\r\nHost\r\n\r\n",
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(17_000)}\r\n\r\n`,
];

describe("Strict-Transport-Security", () => {
  let secure: TestApi;
  let plain: TestApi;
  beforeAll(async () => {
    secure = await createTestApi({ PUBLIC_URL: "https://pets.example/v1" });
    plain = await createTestApi({ PUBLIC_URL: "http://pets.example/v1" });
  });
  afterAll(() => Promise.all([secure.close(), plain.close()]));

  const fieldOf = async (on: TestApi, line: string) => (await on.send(line)).headers.get("strict-transport-security");

  it.each(requests)("is in the response to %s exactly if PUBLIC_URL is https", async (line) => {
    expect([await fieldOf(secure, line), await fieldOf(plain, line)]).toEqual(["max-age=31536000", null]);
  });

  it.each(refusals.map((bytes) => [bytes.slice(0, 30), bytes]))(
    "is also in the response to a message that Node's parser refuses: %j",
    async (_start, bytes) => {
      expect(await secure.sendBytes(bytes)).toMatch(/^strict-transport-security: max-age=31536000\r$/im);
      expect(await plain.sendBytes(bytes)).not.toMatch(/^strict-transport-security/im);
    },
  );
});
