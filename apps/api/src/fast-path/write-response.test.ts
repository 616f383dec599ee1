import { createServer } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serviceUnavailable } from "../errors.js";
import { answerError } from "../gate/answer-error.js";
import { deferWrite, sendCachedResponse, toCachedResponse } from "./write-response.js";
import { openContext } from "../gate/open-context.js";
import type { RequestContext } from "../request/request-context.js";

const events: string[] = [];
const waiting: RequestContext[] = [];

const answer = (context: RequestContext) => {
  const { request, response } = context;
  events.push("deferred");
  deferWrite(context, () => {
    events.push("written");
    if (request.url === "/broken") throw new Error("broken");
    response.end(request.url);
  });
  if (request.url === "/late") answerError(response, serviceUnavailable());
};
/** Answers three requests in one event-loop turn. */
const server = createServer((request, response) => {
  if (waiting.push(openContext(request, response, () => {})) < 3) return;
  for (const context of waiting.splice(0)) answer(context);
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = async (path: string) => {
  const response = await fetch(url + path);
  return { status: response.status, text: await response.text() };
};

describe("deferWrite", () => {
  it("writes each response once at the end of the turn, even if another write fails", async () => {
    const answers = await Promise.all(["/one", "/broken", "/two"].map(get));
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(answers[0]?.text).toBe("/one");
    expect(JSON.parse(answers[1]?.text ?? "")).toMatchObject({ code: "internal_error", status: 500 });
    expect(answers[2]?.text).toBe("/two");
    expect(events.splice(0)).toEqual(["deferred", "deferred", "deferred", "written", "written", "written"]);
  });

  it("skips a request that was answered in the meantime", async () => {
    const answers = await Promise.all(["/one", "/late", "/two"].map(get));
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 200]);
    expect(events.splice(0)).toEqual(["deferred", "deferred", "deferred", "written", "written"]);
  });
});

describe("sendCachedResponse", () => {
  const cached = createServer((request, response) => {
    const context = openContext(request, response, () => {});
    const send = () =>
      void sendCachedResponse(
        context,
        toCachedResponse({ text: request.url ?? "", tag: '"tag"' }, {}, { isStored: true }),
        true,
      );
    if (request.url === "/slow") setTimeout(send, 20);
    else send();
  });
  beforeAll(() => new Promise<void>((resolve) => cached.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => cached.close(resolve)));

  const send = (...paths: string[]) => {
    const socket = connect((cached.address() as AddressInfo).port, "127.0.0.1");
    const close = (at: number) => (at === paths.length - 1 ? "Connection: close\r\n" : "");
    socket.write(paths.map((path, at) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${close(at)}\r\n`).join(""));
    return text(socket);
  };

  it("writes head and body as one string", async () => {
    const writev = vi.spyOn(Socket.prototype as Required<Pick<Socket, "_writev">>, "_writev");
    expect(await send("/one")).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\/one$/);
    expect(writev).not.toHaveBeenCalled();
    writev.mockRestore();
  });

  it("answers pipelined requests in their order", async () => {
    expect((await send("/slow", "/two", "/three")).match(/^\/[a-z]+(?=HTTP|$)/gm)).toEqual(["/slow", "/two", "/three"]);
  });
});
