import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const parse = (answer: string) => {
  const [head = "", text = ""] = answer.split("\r\n\r\n");
  const [statusLine = "", ...fields] = head.split("\r\n");
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const colon = field.indexOf(":");
      return [field.slice(0, colon), field.slice(colon + 1).trim()];
    }),
  );
  return { statusLine, headers, body: JSON.parse(text) as unknown };
};

describe("what Node's own HTTP parser refuses", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const refusal = async (bytes: string) => parse(await api.sendBytes(bytes));
  const host = "Host: a\r\nConnection: close\r\n";

  it("405 with Allow for a made-up method on a known path", async () => {
    for (const method of ["FOO", "get", "G", "GETS", "POSTER", "X-Y", "PETS"]) {
      const { statusLine, headers, body } = await refusal(`${method} /v1/pets?x=1 HTTP/1.1\r\n${host}\r\n`);
      expect(statusLine).toBe("HTTP/1.1 405 Method Not Allowed");
      expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
      expect(body).toEqual(errorBody("method_not_allowed", 405));
    }
  });

  it("404 for a made-up method on an unknown path", async () => {
    expect((await refusal(`FOO /v1/nothing HTTP/1.1\r\n${host}\r\n`)).body).toEqual(errorBody("not_found", 404));
  });

  it("405 for a made-up method behind another request on the same connection", async () => {
    const first = `OPTIONS /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n`;
    const answers = await api.sendBytes(`${first}FOO /v1/pets HTTP/1.1\r\n${host}\r\n`);
    expect(answers).toContain("HTTP/1.1 405 Method Not Allowed");
  });

  it("405 for CONNECT on a known path, 404 elsewhere", async () => {
    expect((await refusal(`CONNECT /v1/pets HTTP/1.1\r\n${host}\r\n`)).body).toEqual(
      errorBody("method_not_allowed", 405),
    );
    expect((await refusal(`CONNECT a.example:443 HTTP/1.1\r\n${host}\r\n`)).body).toEqual(errorBody("not_found", 404));
  });

  it("431 for header fields over 16 KiB", async () => {
    const { statusLine, body } = await refusal(`GET /v1/pets HTTP/1.1\r\n${host}X: ${"a".repeat(20_000)}\r\n\r\n`);
    expect(statusLine).toBe("HTTP/1.1 431 Request Header Fields Too Large");
    expect(body).toEqual(errorBody("headers_too_large", 431, "the header fields must be at most 16384 bytes in all"));
  });

  it.each([
    ["what is no HTTP", "\x16\x03\x01\x02\r\n\r\n"],
    ["a header field without a colon", `GET /v1/pets HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
    ["a length that is no number", `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`],
    [
      "both Content-Length and chunked",
      `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    ["a request without Host", "GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ])("400 for %s", async (_what, bytes) => {
    const { statusLine, headers, body } = await refusal(bytes);
    expect(statusLine).toBe("HTTP/1.1 400 Bad Request");
    expect(body).toEqual(errorBody("invalid_request", 400));
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("bears X-Request-Id and nosniff, and a log line has the same id", async () => {
    const { headers } = await refusal("FOO /v1/pets HTTP/1.1\r\n\r\n");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const id = headers.get("x-request-id");
    expect(api.logged).toContainEqual(expect.objectContaining({ requestId: id, status: 405 }));
  });

  it("passes over an expectation that it does not know", async () => {
    const answer = await api.sendBytes(
      `GET /v1/pets HTTP/1.1\r\n${host}Expect: a-miracle\r\nAuthorization: Bearer ${api.key}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
