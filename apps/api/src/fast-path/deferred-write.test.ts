import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serviceUnavailable } from "../errors.js";
import { answerError } from "../gate/answer-error.js";
import { deferWrite } from "./deferred-write.js";
import { openContext, type RequestContext } from "../gate/request-context.js";

const events: string[] = [];
const waiting: RequestContext[] = [];

const answer = (context: RequestContext) => {
  const { request, response } = context;
  events.push("asked");
  deferWrite(context, () => {
    events.push("written");
    if (request.url === "/broken") throw new Error("of the answer");
    response.end(request.url);
  });
  if (request.url === "/late") answerError(response, serviceUnavailable());
};
/** Answers three requests at once, as soon as the third has come. */
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

const ask = async (path: string) => {
  const response = await fetch(url + path);
  return { status: response.status, text: await response.text() };
};

it("writes each answer once, after the turn in which they were handed over, and one that fails harms no other", async () => {
  const answers = await Promise.all(["/one", "/broken", "/two"].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
  expect(answers[0]?.text).toBe("/one");
  expect(JSON.parse(answers[1]?.text ?? "")).toMatchObject({ code: "internal_error", status: 500 });
  expect(answers[2]?.text).toBe("/two");
  expect(events.splice(0)).toEqual(["asked", "asked", "asked", "written", "written", "written"]);
});

it("leaves a request alone that has been answered meanwhile", async () => {
  const answers = await Promise.all(["/one", "/late", "/two"].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 200]);
  expect(events.splice(0)).toEqual(["asked", "asked", "asked", "written", "written"]);
});
