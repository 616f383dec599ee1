import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { ErrorBody, errorCodes } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./support/free-port.js";
import { hasNginx, startNginx } from "./support/nginx-process.js";

type Answer = { readonly status: number; readonly head: string; readonly body: string };

/** Sends the given bytes, and reads a response that has a Content-Length. */
const exchange = async (port: number, text: string): Promise<Answer> => {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (part: string) => void (received += part));
  socket.on("error", () => {});
  socket.write(text);
  const isComplete = () => {
    const [head = "", body = ""] = received.split("\r\n\r\n");
    return body.length > 0 && body.length >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Infinity);
  };
  await expect.poll(() => isComplete()).toBe(true);
  socket.destroy();
  const [head = "", body = ""] = received.split("\r\n\r\n");
  return { status: Number(head.slice(9, 12)), head, body };
};

const request = (line: string, ...fields: readonly string[]) =>
  `${[line, "Host: pets.test", ...fields].join("\r\n")}\r\n\r\n`;

describe.runIf(hasNginx)("nginx with ops/nginx/petstore.conf", () => {
  let replica: Server;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let port: number;
  let answer: RequestListener;
  beforeAll(async () => {
    replica = createServer((incoming, outgoing) => answer(incoming, outgoing)).listen(0, "127.0.0.1");
    await once(replica, "listening");
    port = await freePort();
    nginx = await startNginx(port, (replica.address() as AddressInfo).port, [
      ["proxy_read_timeout 60s", "proxy_read_timeout 3s"],
    ]);
  });
  afterAll(async () => {
    await nginx.stop();
    replica.closeAllConnections();
    replica.close();
  });

  const expectError = ({ status, head, body }: Answer, code: keyof typeof errorCodes) => {
    const error: unknown = JSON.parse(body);
    expect(ErrorBody.strict().parse(error)).toEqual(error);
    expect(error).toMatchObject({ code, status });
    expect(status).toBe(errorCodes[code].status);
    expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
    expect(head).toMatch(/^x-request-id: [0-9a-f]{32}\r?$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
    expect(/^retry-after: 1\r?$/im.test(head)).toBe(status === 503);
  };

  it.each([
    ["a body of over 6 MiB", request("POST /v1/pets HTTP/1.1", "Content-Length: 6291457"), "payload_too_large"],
    [
      "an import of over 17 MiB",
      request("POST /v1/pets/import HTTP/1.1", "Content-Length: 17825793"),
      "payload_too_large",
    ],
    ["no Host", "GET /v1/pets HTTP/1.1\r\n\r\n", "invalid_request"],
    ["an unknown Transfer-Encoding", request("POST /v1/pets HTTP/1.1", "Transfer-Encoding: x"), "invalid_request"],
    ["another version of HTTP", request("GET /v1/pets HTTP/3.0"), "invalid_request"],
    ["a header field of 20 KB", request("GET /v1/pets HTTP/1.1", `X: ${"x".repeat(20_000)}`), "headers_too_large"],
    ["a target of 20 KB", request(`GET /v1/pets?q=${"x".repeat(20_000)} HTTP/1.1`), "headers_too_large"],
    ["TRACE", request("TRACE /v1/pets HTTP/1.1"), "method_not_allowed"],
    ["/readyz", request("GET /readyz HTTP/1.1"), "path_not_found"],
    ["the path of the error itself", request("GET /petstore-error HTTP/1.1"), "path_not_found"],
  ] as const)("refuses %s with an Error", async (_what, text, code) => {
    answer = (_incoming, outgoing) => void outgoing.writeHead(200, { "Content-Length": "5" }).end("asked");
    expectError(await exchange(port, text), code);
  });

  it("answers 503 with an Error when the replica breaks the connection", async () => {
    answer = (incoming) => incoming.socket.destroy();
    expectError(await exchange(port, request("GET /v1/pets HTTP/1.1")), "service_unavailable");
  });

  it("answers 503 with an Error when the replica does not answer in time", async () => {
    answer = () => {};
    expectError(await exchange(port, request("GET /v1/pets HTTP/1.1")), "service_unavailable");
  });

  it("passes an event stream on without buffering, and ends it when the client leaves", async () => {
    answer = () => {};
    const asked = once(replica, "request") as Promise<Parameters<RequestListener>>;
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => void (received += part));
    const fields = ["Accept: text/event-stream", "Accept-Encoding: gzip", "Last-Event-ID: 3f9a2b07-1041"];
    socket.write(request("GET /v1/events?types=pet.created HTTP/1.1", ...fields));
    const [incoming, outgoing] = await asked;
    expect(incoming.headers).toMatchObject({ accept: "text/event-stream", "last-event-id": "3f9a2b07-1041" });
    outgoing.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "private, no-store",
    });
    // Each text is sent after the previous one has arrived. This proves that nothing waits for a buffer to fill.
    for (const text of [
      "retry: 3000\nid: 3f9a2b07-1041\n\n",
      'id: 3f9a2b07-1042\nevent: pet.created\ndata: {"id":"3f9a2b07-1042"}\n\n',
      ":\nid: 3f9a2b07-1042\n\n",
    ]) {
      outgoing.write(text);
      await expect.poll(() => received).toContain(text);
    }
    expect(received).not.toMatch(/content-encoding/i);
    // The replica waits for a client that does not read, and then ends the stream. During this time nothing is written
    // to a file.
    socket.pause();
    const most = 64 * 1_048_576;
    let sent = 0;
    const fill = () => {
      for (let hasRoom = true; hasRoom && sent < most; sent += 65_536) hasRoom = outgoing.write("x".repeat(65_536));
    };
    outgoing.on("drain", fill);
    fill();
    let before = 0;
    await expect.poll(() => before === (before = sent), { interval: 100, timeout: 10_000 }).toBe(true);
    expect(sent).toBeLessThan(most);
    socket.destroy();
    await once(outgoing, "close");
    expect(outgoing.writableFinished).toBe(false);
  });

  it.each([400, 404, 413, 500, 502, 503])("passes the replica's own %i on unchanged", async (status) => {
    const fields = { "Retry-After": "7", "Content-Length": "8" };
    answer = (_incoming, outgoing) => void outgoing.writeHead(status, fields).end("as it is");
    const { head, ...rest } = await exchange(port, request("GET /v1/pets HTTP/1.1", "Connection: close"));
    expect(rest).toMatchObject({ status, body: "as it is" });
    expect(head).toContain("Retry-After: 7");
  });
});
