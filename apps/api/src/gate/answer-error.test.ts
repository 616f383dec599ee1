import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorBody } from "../../test/support/test-api.js";
import { methodNotAllowed, petNotFound } from "../errors.js";
import { answerError } from "./answer-error.js";
import { openContext } from "./open-context.js";
import type { RequestContext } from "../request/request-context.js";

describe("answerError", () => {
  let answer: (context: RequestContext) => void;
  const server = createServer((request, response) => answer(openContext(request, response, () => {})));
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const get = async (next: typeof answer) => {
    answer = next;
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it("sends the error in JSON, with its own header fields and those that the gate collected", async () => {
    const { status, headers, text } = await get(({ fields, response }) => {
      fields.set("Deprecation", "@1");
      answerError(response, methodNotAllowed("GET, PÄT"));
    });
    expect(status).toBe(405);
    expect(JSON.parse(text)).toEqual(errorBody("method_not_allowed", 405));
    const names = ["allow", "content-type", "content-length", "deprecation", "x-content-type-options"];
    expect(names.map((name) => headers.get(name))).toEqual([
      "GET, PÄT",
      "application/json; charset=utf-8",
      String(Buffer.byteLength(text)),
      "@1",
      "nosniff",
    ]);
  });

  it("keeps the cause of a failure for the log, also after a refusal without a cause", async () => {
    const failure = new Error("test");
    const errors: unknown[] = [];
    const fail = (...reasons: unknown[]) =>
      get((context) => {
        for (const reason of reasons) answerError(context.response, reason);
        errors.push(context.error);
      });
    expect((await fail(failure, petNotFound(1))).status).toBe(500);
    expect((await fail(petNotFound(1))).status).toBe(404);
    expect(errors).toEqual([failure, undefined]);
  });

  it("closes the connection of a response that has started", async () => {
    const started = get(({ fields, response }) => {
      fields.applyToResponse();
      response.write("id,name\n", () => answerError(response, new Error("test")));
    });
    await expect(started).rejects.toThrow("terminated");
  });

  it("does not touch a response that has ended", async () => {
    let isDestroyed: boolean | undefined;
    const { status, text } = await get(({ fields, response }) => {
      fields.applyToResponse();
      response.end("all");
      answerError(response, new Error("test"));
      isDestroyed = response.destroyed;
    });
    expect([status, text, isDestroyed]).toEqual([200, "all", false]);
  });
});
