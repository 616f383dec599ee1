import { createServer, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldValuesOf } from "../request/field-values.js";
import { freshId, openContext } from "./open-context.js";
import { contextOf, type RequestContext } from "../request/request-context.js";

/** The function that the test runs with the context of the next request. */
let answer: (context: RequestContext) => void = () => {};
let ended = 0;
const server = createServer((request, response) => {
  answer(openContext(request, response, () => (ended += 1)));
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** @returns The header fields of the response, without those of Node. */
const send = async (fields: readonly string[], next: typeof answer): Promise<string[]> => {
  answer = next;
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(["GET / HTTP/1.1", "Host: a", "Connection: close", ...fields, "\r\n"].join("\r\n"));
  const [head = ""] = (await text(socket)).split("\r\n\r\n");
  const [, ...lines] = head.split("\r\n");
  return lines.filter((line) => !/^(?:Date|Connection|Content-Length|Transfer-Encoding):/i.test(line));
};

/** @returns What `read` finds in the context of a request with these header fields. */
const inContext = async <Value>(fields: readonly string[], read: (context: RequestContext) => Value) => {
  let found: Value | undefined;
  await send(fields, (context) => (found = read(context)));
  return found;
};

const commonOf = (id: string) => [`X-Request-Id: ${id}`, "X-Content-Type-Options: nosniff"];

describe("the header fields of a response", () => {
  const set = ({ fields }: RequestContext) => {
    fields.set("Vary", "Origin");
    fields.setAll({ "X-One": "1", "X-Two": "2" });
  };
  const more = ["Vary", "Accept-Encoding", "X-One", "one"];

  it("are written in the order of their collection, followed by the fields of the answer", async () => {
    const lines = await send(["X-Request-Id: abc"], (context) => {
      set(context);
      context.fields.writeHead(200, more);
    });
    const own = ["Vary: Origin", "X-One: 1", "X-Two: 2", "Vary: Accept-Encoding", "X-One: one"];
    expect(lines).toEqual([...commonOf("abc"), ...own]);
  });

  it("are replaced by fields of the answer, except Vary, which is extended", async () => {
    const lines = await send(["X-Request-Id: abc"], (context) => {
      set(context);
      context.fields.applyToResponse();
      context.fields.set("X-Two", `${String(context.response.getHeader("x-two"))} and two`);
      context.fields.applyToResponse();
      context.fields.writeHead(200, more);
    });
    expect(lines).toEqual([...commonOf("abc"), "Vary: Origin, Accept-Encoding", "X-One: one", "X-Two: 2 and two"]);
  });

  it("do not change once they are written", async () => {
    const lines = await send(["X-Request-Id: abc"], ({ fields }) => {
      fields.writeHead(200, ["X-One", "1"]);
      fields.applyToResponse();
    });
    expect(lines).toEqual([...commonOf("abc"), "X-One: 1"]);
  });

  it("use the Vary of the answer if the response has none yet", async () => {
    const lines = await send(["X-Request-Id: abc"], ({ fields }) => {
      fields.applyToResponse();
      fields.writeHead(200, ["Vary", "Origin"]);
    });
    expect(lines).toEqual([...commonOf("abc"), "Vary: Origin"]);
  });
});

describe("the context of a request", () => {
  it("is found by its response, has the URL that was sent, and ends once", async () => {
    const before = ended;
    const start = performance.now();
    const context = (await inContext([], (one) => one)) as RequestContext;
    expect(contextOf(context.response)).toBe(context);
    expect([context.url, context.response.req]).toEqual(["/", context.request]);
    expect(context.startedAt).toBeGreaterThan(start);
    expect(context.startedAt).toBeLessThan(performance.now());
    await expect.poll(() => ended).toBe(before + 1);
  });

  it("exists only for responses that have passed the gate", () => {
    const response = new ServerResponse({ method: "GET" } as never);
    expect(() => contextOf(response)).toThrow("The response has not passed the gate.");
  });
});

describe("a request id", () => {
  const fresh = expect.stringMatching(/^[0-9a-f]{32}$/);

  it.each([
    ["of 128 characters is kept", ["a".repeat(128)], "a".repeat(128)],
    ["of 129 characters is replaced", ["a".repeat(129)], fresh],
    ["is replaced if two are given", ["one", "two"], fresh],
    ["with a forbidden character is replaced", ["one/two"], fresh],
    ["that is empty is replaced", [""], fresh],
  ])("%s", async (_what, ids, expected) => {
    const fields = ids.map((id) => `X-Request-ID: ${id}`);
    expect(await inContext(fields, ({ id }) => id)).toEqual(expected);
  });

  it("is different each time, even after the random bytes drawn at once are used up", () => {
    expect(new Set(Array.from({ length: 1_000 }, freshId)).size).toBe(1_000);
  });
});

describe("fieldValuesOf", () => {
  it("returns all values of one field in order, whatever the case of its name is", () => {
    const rawHeaders = ["Prefer", "a", "Accept", "Prefer", "pREFER", "b", "Prefer2", "c", "Refers", "d"];
    expect(fieldValuesOf({ rawHeaders } as never, "prefer")).toEqual(["a", "b"]);
  });
});
