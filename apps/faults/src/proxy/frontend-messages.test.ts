import { describe, expect, it } from "vitest";
import { createFrontendReader } from "./frontend-messages.js";

const withLength = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const text = (...parts: string[]) => Buffer.from(parts.map((part) => `${part}\0`).join(""));
const startup = withLength("", Buffer.concat([Buffer.from([0, 3, 0, 0]), text("user", "petstore", "")]));
const sslRequest = withLength("", Buffer.from([4, 210, 22, 47]));
const query = (sql: string) => withLength("Q", text(sql));
const parse = (name: string, sql: string) => withLength("P", Buffer.concat([text(name, sql), Buffer.alloc(2)]));
const bind = (name: string) => withLength("B", Buffer.concat([text("", name), Buffer.alloc(6)]));
const sync = withLength("S", Buffer.alloc(0));

const stepsOf = (...messages: Buffer[]) => {
  const read = createFrontendReader();
  return [startup, ...messages].flatMap((message) => read(message).map(({ step }) => step)).slice(1);
};

describe("createFrontendReader", () => {
  it("finds the startup message after an SSLRequest", () => {
    const read = createFrontendReader();
    expect(read(Buffer.concat([sslRequest, startup])).map(({ step }) => step)).toEqual([undefined, "connect"]);
  });

  it("returns every byte for any split into chunks", () => {
    const whole = Buffer.concat([startup, parse("pages", "SELECT 1"), bind("pages"), sync, query("COMMIT")]);
    for (let size = 1; size < 12; size += 1) {
      const read = createFrontendReader();
      const messages = [];
      for (let at = 0; at < whole.length; at += size) messages.push(...read(whole.subarray(at, at + size)));
      expect(Buffer.concat(messages.map(({ bytes }) => bytes))).toEqual(whole);
      expect(messages.map(({ step }) => step)).toEqual(["connect", undefined, "query", undefined, "commit"]);
    }
  });

  it("classifies COMMIT as commit, as a simple query and as a prepared statement", () => {
    expect(stepsOf(query("BEGIN"), query("COMMIT"))).toEqual(["query", "commit"]);
    expect(stepsOf(parse("end", "COMMIT"), bind("end"), bind("end"))).toEqual([undefined, "commit", "commit"]);
  });

  it("classifies a statement that writes outside a transaction block as commit", () => {
    const insert = "WITH made AS (INSERT INTO pet (name) VALUES ('Luna')) SELECT 1";
    expect(stepsOf(parse("add", insert), bind("add"))).toEqual([undefined, "commit"]);
    expect(stepsOf(query("BEGIN"), query(insert), query("ROLLBACK"), query(insert))).toEqual([
      "query",
      "query",
      "query",
      "commit",
    ]);
  });

  it("classifies a read as query", () => {
    expect(stepsOf(query("SELECT * FROM pet FOR UPDATE"), sync)).toEqual(["query", undefined]);
  });
});
