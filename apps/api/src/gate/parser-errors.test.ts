import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { connectionOf } from "./connections/connection.js";

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

describe("a message that Node's HTTP parser rejects", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const refusal = async (bytes: string) => parse(await api.sendBytes(bytes));
  const host = "Host: a\r\nConnection: close\r\n";
  const frank = '{"name":"Frank","categoryId":1}';
  const authorization = () => `Authorization: Bearer ${api.key}\r\n`;
  const post = (body: string) =>
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${authorization()}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const statusesOf = (answers: string) =>
    [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

  it("sends no 100 Continue to a pipelined request: it would interrupt the earlier response", async () => {
    const one = `GET /v1/pets/3333 HTTP/1.1\r\nHost: a\r\n${authorization()}Expect: 100-continue\r\n\r\n`;
    const answers = await api.sendBytes(one + one + one);
    expect(answers.startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\n")).toBe(true);
    expect(statusesOf(answers)).toEqual([100, 404, 404]);
    expect(answers).not.toMatch(/\r\n\r\nHTTP\/1\.1 100 Continue\r\n\r\n\{/);
  });

  it.each(["FOO", "get", "G", "GETS", "POSTER", "X-Y", "PETS", "DESCRIBE", "PRI"])(
    "returns 400 for the unknown method %s",
    async (method) => {
      const { statusLine, headers, body } = await refusal(`${method} /v1/pets?x=1 HTTP/1.1\r\n${host}\r\n`);
      expect(statusLine).toBe("HTTP/1.1 400 Bad Request");
      expect(headers.get("connection")).toBe("close");
      expect(body).toEqual(errorBody("invalid_request", 400));
    },
  );

  const unknownMethod = "the method is not recognised; GET /v1/openapi.json lists the methods of each path";
  const notAscii = "the request target must be percent-encoded ASCII; with curl, use -G --data-urlencode";
  it.each([
    ["an unknown method", `FOO /v1/pets HTTP/1.1\r\n${host}\r\n`, unknownMethod],
    ["a target beyond ASCII", `GET /v1/pets?q=\u0001 HTTP/1.1\r\n${host}\r\n`, notAscii],
    [
      "a field without a colon",
      `GET /v1/pets HTTP/1.1\r\n${host}nonsense\r\n\r\n`,
      "the request is not valid HTTP/1.1 (HPE_INVALID_HEADER_TOKEN)",
    ],
  ])("explains what is wrong with %s", async (_what, bytes, message) => {
    expect((await refusal(bytes)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  /** Opens a connection, and returns the client's socket and the server's. */
  const connectBoth = async () => {
    const accepted = once(api.server, "connection") as Promise<[Socket]>;
    const client = connect(Number(new URL(api.origin).port), "127.0.0.1");
    let received = "";
    client.on("data", (data) => (received += data.toString()));
    const [server] = await accepted;
    return { client, server, received: () => received, closed: once(client, "close") };
  };
  const fail = (socket: Socket, code?: string) =>
    api.server.emit("clientError", Object.assign(new Error("test"), code === undefined ? {} : { code }), socket);
  const halfRequest = "GET /v1/pets HTTP/1.1\r\nHost: a\r\n";

  it("returns 408 for a request that takes too long", async () => {
    const { client, server, received, closed } = await connectBoth();
    client.write(halfRequest);
    await expect.poll(() => server.bytesRead).toBe(halfRequest.length);
    fail(server, "ERR_HTTP_REQUEST_TIMEOUT");
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(received()).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r$/m);
    expect(parse(received()).body).toEqual(errorBody("request_timeout", 408));
  });

  it("reports an error without a code as unknown", async () => {
    const { client, server, received, closed } = await connectBoth();
    client.write(halfRequest);
    await expect.poll(() => server.bytesRead).toBe(halfRequest.length);
    fail(server);
    await closed;
    expect(parse(received()).body).toMatchObject({ message: "the request is not valid HTTP/1.1 (unknown)" });
  });

  it("gets only one response even if the parser repeats its error", async () => {
    const { client, server, received, closed } = await connectBoth();
    client.write(halfRequest);
    await expect.poll(() => server.bytesRead).toBe(halfRequest.length);
    const before = api.logged.length;
    for (let times = 0; times < 3; times++) fail(server, "HPE_INVALID_METHOD");
    // The client has not read its whole response yet.
    expect(server.destroyed).toBe(false);
    await closed;
    expect(statusesOf(received())).toEqual([400]);
    expect(api.logged.slice(before).filter(({ parserError }) => parserError !== undefined)).toHaveLength(1);
  });

  it.each([
    ["an idle connection that times out", "ERR_HTTP_REQUEST_TIMEOUT", ""],
    ["a connection that its client reset", "ECONNRESET", halfRequest],
  ])("closes %s without a response", async (_what, code, bytes) => {
    const { client, server, received, closed } = await connectBoth();
    client.write(bytes);
    await expect.poll(() => server.bytesRead).toBe(bytes.length);
    fail(server, code);
    await closed;
    expect(received()).toBe("");
  });

  it("closes a refused connection at once if the client resets it", async () => {
    const { client, server, closed } = await connectBoth();
    client.write(post(frank).slice(0, -1));
    await expect.poll(() => server.bytesRead).toBeGreaterThan(0);
    fail(server, "HPE_INVALID_METHOD");
    fail(server, "ECONNRESET");
    expect(server.destroyed).toBe(true);
    await closed;
  });

  it("first answers the request before the unknown method", async () => {
    const answers = await api.sendBytes(`${post(frank)}FOO /v1/pets HTTP/1.1\r\n${host}\r\n`);
    expect(statusesOf(answers)).toEqual([201, 400]);
  });

  it("first answers the requests before the garbage, each once", async () => {
    const before = await api.database.db.pet.count();
    const answers = await api.sendBytes(`${post(frank)}${post(frank)}GARBAGE\r\n\r\n`);
    expect(statusesOf(answers)).toEqual([201, 201, 400]);
    expect(await api.database.db.pet.count()).toBe(before + 2);
  });

  it("gets no response, and no line in the log, after a response that closes the connection", async () => {
    const before = api.logged.length;
    const answers = await api.sendBytes(`GET /v1/pets/4444 HTTP/1.1\r\n${host}${authorization()}\r\nGARBAGE\r\n\r\n`);
    expect(statusesOf(answers)).toEqual([404]);
    expect(api.logged.slice(before).filter(({ msg }) => msg === "request")).toEqual([
      expect.objectContaining({ status: 404, operation: "getPet" }),
    ]);
  });

  it("is answered after 16 requests in flight, and never runs, if its body broke off in the queue", async () => {
    const holder = await api.database.pool.connect();
    await holder.query("BEGIN; LOCK TABLE pet IN ACCESS EXCLUSIVE MODE");
    const gets = Array.from({ length: 16 }, (_, at) => `GET /v1/pets?limit=${at + 20} HTTP/1.1\r\nHost: a\r\n`);
    const broken =
      "POST /v1/pets HTTP/1.1\r\nHost: a\r\nX-Request-Id: broken\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
    const before = api.logged.length;
    const { client, server, received, closed } = await connectBoth();
    client.write(gets.map((get) => `${get}${authorization()}\r\n`).join("") + broken);
    await expect.poll(() => connectionOf(server).isRefused).toBe(true);
    await holder.query("COMMIT");
    holder.release();
    await closed;
    expect(statusesOf(received())).toEqual([...Array(16).fill(200), 400]);
    const lines = api.logged.slice(before).filter(({ msg }) => msg === "request");
    expect(lines.map(({ status }) => status)).toEqual([...Array(16).fill(200), 400]);
    expect(lines.at(-1)).toMatchObject({ parserError: "HPE_INVALID_CHUNK_SIZE" });
  });

  it("returns 400 for invalid chunks, writes nothing and logs one line", async () => {
    const before = await api.database.db.pet.count();
    const fields = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nX-Request-Id: bad-chunk\r\n";
    const answers = await api.sendBytes(`POST /v1/pets HTTP/1.1\r\n${host}${authorization()}${fields}\r\nzz\r\n{}\r\n`);
    expect(statusesOf(answers)).toEqual([400]);
    expect(parse(answers).headers.get("x-request-id")).toBe("bad-chunk");
    expect(await api.database.db.pet.count()).toBe(before);
    expect(api.logged.filter(({ requestId }) => requestId === "bad-chunk")).toEqual([
      expect.objectContaining({ status: 400, operation: "createPet" }),
    ]);
  });

  it("announces in the response to invalid chunks that the connection closes, and closes it", async () => {
    const fields = `${authorization()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n`;
    const answers = await api.sendBytes(`POST /v1/pets HTTP/1.1\r\nHost: a\r\n${fields}\r\nzz\r\n`);
    expect(statusesOf(answers)).toEqual([400]);
    expect(parse(answers).headers.get("connection")).toBe("close");
  });

  it("sends no second response if a refused request turns out to have an invalid body", async () => {
    const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
    let answers = "";
    socket.on("data", (data) => (answers += data.toString()));
    socket.write("POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    await expect.poll(() => statusesOf(answers)).toEqual([401]);
    socket.write("zz\r\n");
    await once(socket, "close");
    expect(statusesOf(answers)).toEqual([401]);
  });

  it("returns 400 for CONNECT, after the responses to earlier requests", async () => {
    expect((await refusal(`CONNECT /v1/pets HTTP/1.1\r\n${host}\r\n`)).body).toEqual(
      errorBody("invalid_request", 400, "the method CONNECT is not supported"),
    );
    const answers = await api.sendBytes(`${post(frank)}CONNECT a.example:443 HTTP/1.1\r\n${host}\r\n`);
    expect(statusesOf(answers)).toEqual([201, 400]);
  });

  it("closes the connection of a CONNECT even if the client keeps it open", async () => {
    const socket = connect({ port: Number(new URL(api.origin).port), host: "127.0.0.1", allowHalfOpen: true });
    socket.write("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n");
    socket.resume();
    await once(socket, "end");
    await expect
      .poll(async () => new Promise((resolve) => api.server.getConnections((_, count) => resolve(count))))
      .toBe(0);
    socket.destroy();
  });

  it("accepts 128 header fields", async () => {
    const many = "a: 1\r\n".repeat(125);
    const head = `GET /v1/pets HTTP/1.1\r\n${host}${many}${authorization()}\r\n`;
    expect(head.split("\r\n").length - 3).toBe(128);
    expect(statusesOf(await api.sendBytes(head))).toEqual([200]);
  });

  it.each([
    ["129", 126],
    ["3,000", 2_997],
  ])("returns 431 for %s header fields", async (_count, more) => {
    const many = "a:\r\n".repeat(more);
    const head = `GET /v1/pets HTTP/1.1\r\n${host}${many}${authorization()}\r\n`;
    const answer = await api.sendBytes(head);
    expect(statusesOf(answer)).toEqual([431]);
    const message = "the request must have at most 128 header fields";
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual({ code: "headers_too_large", message, status: 431 });
  });

  it("returns 431 for too many header fields that arrive one by one", async () => {
    const many = Array.from({ length: 200 }, () => "a:\r\n");
    const answer = await api.sendBytes(`GET /v1/pets HTTP/1.1\r\n${host}`, ...many, `${authorization()}\r\n`);
    expect(statusesOf(answer)).toEqual([431]);
    expect(answer).toContain("the request must have at most 128 header fields");
  });

  it("returns 431 for too many header fields before the head ends", async () => {
    const { statusLine, body } = await refusal(`GET /v1/pets HTTP/1.1\r\n${host}${"a:\r\n".repeat(200)}`);
    expect(statusLine).toBe("HTTP/1.1 431 Request Header Fields Too Large");
    expect(body).toEqual(errorBody("headers_too_large", 431, "the request must have at most 128 header fields"));
  });

  it("returns 431 for header fields over 16 KiB", async () => {
    const { statusLine, body } = await refusal(`GET /v1/pets HTTP/1.1\r\n${host}X: ${"a".repeat(20_000)}\r\n\r\n`);
    expect(statusLine).toBe("HTTP/1.1 431 Request Header Fields Too Large");
    expect(body).toEqual(errorBody("headers_too_large", 431, "the header fields must be at most 16384 bytes in total"));
  });

  it.each([
    ["a message that is not HTTP", "\x16\x03\x01\x02\r\n\r\n"],
    ["a header field without a colon", `GET /v1/pets HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
    ["a Content-Length that is not a number", `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`],
    [
      "both Content-Length and chunked",
      `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    ["two Host fields", "GET /v1/pets HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"],
    [
      "an unsupported transfer coding",
      `POST /v1/pets HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["a request without Host", "GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ])("returns 400 for %s", async (_what, bytes) => {
    const { statusLine, headers, body } = await refusal(bytes);
    expect(statusLine).toBe("HTTP/1.1 400 Bad Request");
    expect(body).toEqual(errorBody("invalid_request", 400));
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("gets nosniff and a fresh X-Request-Id, which is also in its log line", async () => {
    const { headers } = await refusal("FOO /v1/pets HTTP/1.1\r\nX-Request-Id: mine-1\r\n\r\n");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
    const requestId = headers.get("x-request-id");
    expect(api.logged).toContainEqual(
      expect.objectContaining({ requestId, status: 400, parserError: "HPE_INVALID_METHOD" }),
    );
  });

  it("ignores an unknown expectation", async () => {
    const answer = await api.sendBytes(
      `GET /v1/pets HTTP/1.1\r\n${host}Expect: a-miracle\r\nAuthorization: Bearer ${api.key}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
