import { Client } from "pg";
import { pino } from "pino";
import { expect, it } from "vitest";
import { serializeError } from "./serialize-error.js";

const logLine = (err: unknown): string => {
  let line = "";
  pino({ serializers: { err: serializeError } }, { write: (text) => void (line += text) }).error({ err }, "failed");
  return line;
};

it("logs an error with its causes", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
    address: "127.0.0.1",
    port: 5,
  });
  const error = new TypeError("no connection", { cause });
  expect(JSON.parse(logLine(error)).err).toMatchObject({
    type: "TypeError",
    message: "no connection",
    stack: expect.stringContaining("serialize-error.test"),
    cause: { message: "connect ECONNREFUSED", code: "ECONNREFUSED", address: "127.0.0.1", port: 5 },
  });
});

it("logs no other property of an error, of its causes or of an AggregateError's errors", () => {
  const secret = "s3cr3t";
  const client = new Client({ password: secret });
  const leaking = () => Object.assign(new Error("lost"), { client, secretKey: secret, code: { secret } });
  const errors = [
    leaking(),
    new Error("outer", { cause: leaking() }),
    new AggregateError([leaking()], "all"),
    { client },
  ];
  for (const error of errors) expect(logLine(error)).not.toContain(secret);
  expect(logLine(leaking())).toContain("lost");
});

it("stops at an error that is its own cause", () => {
  const error = new Error("circle");
  error.cause = error;
  expect(logLine(error)).toContain("circle");
});

it("logs a thrown text", () => {
  expect(JSON.parse(logLine("boom")).err).toBe("boom");
  expect(JSON.parse(logLine(undefined))).not.toHaveProperty("err");
});
