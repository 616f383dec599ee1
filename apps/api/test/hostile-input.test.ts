import { contract, describeIssues } from "@petstore/contract/routes";
import { readCsvLines } from "@petstore/tables";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { weightOf } from "../src/operation/accept.js";
import { redactApiKeys } from "../src/errors.js";
import { redactUrl } from "../src/gate/redact-url.js";
import { createCursors } from "../src/operation/listing/cursors.js";
import { namesTag } from "../src/operation/etag.js";
import { isMatch } from "../src/operation/if-match.js";
import { readTarget } from "../src/gate/check-message.js";
import { readQuery } from "../src/request/parse-input.js";
import { preferenceOf } from "../src/operation/listing/preferences.js";

const LENGTH = 65_536;
const cursors = createCursors(Buffer.alloc(32));
const attempt = (work: () => unknown) => {
  try {
    work();
  } catch {
    // An error does not matter here, because only the time is tested.
  }
};
const problemsOf = (schema: unknown, value: unknown) => {
  const { error } = (schema as z.ZodType).safeParse(value);
  describeIssues("body", { schema, given: value, issues: error?.issues ?? [] });
};
const { pets } = contract;
const parse = (text: string): unknown => JSON.parse(text);

const parsers: Record<string, (text: string) => void> = {
  Prefer: (text) => preferenceOf(text, "count"),
  "If-None-Match": (text) => namesTag(text, '"a"'),
  "If-None-Match, by the contract": (text) => problemsOf(pets.getPet.headers["if-none-match"], text),
  "If-Match": (text) => isMatch(text, () => ['"a"']),
  Accept: (text) => weightOf(text, ["application/json", "application/*", "*/*"]),
  "Idempotency-Key": (text) => problemsOf(pets.createPet.headers["idempotency-key"], text),
  "a query": (text) => attempt(() => readQuery(text)),
  "a query, by the contract": (text) => attempt(() => problemsOf(pets.listPets.query, readQuery(text))),
  "a cursor": (text) => attempt(() => cursors({}).open(text)),
  "a cursor that carries filters": (text) => attempt(() => cursors.openWithFilters("/v1/pets", text)),
  "a request target": (text) => readTarget(text),
  "a logged URL": (text) => redactUrl(text, pets.listPets),
  "a message": (text) => redactApiKeys(text),
  "a CSV file": (text) => readCsvLines(text, { line: 1, delimiter: ",", isLast: true }),
  "a body": (text) => attempt(() => problemsOf(pets.createPet.body, parse(text))),
  "a batch": (text) => attempt(() => problemsOf(pets.createPetBatch.body, parse(text))),
  "an upsert of many": (text) => attempt(() => problemsOf(pets.putPetsByExternalId.body, parse(text))),
  "bulk changes": (text) => attempt(() => problemsOf(pets.changePets.body, parse(text))),
};

const fill = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
const units = ["a", " ", "\t", '"', "\\", ",", ";", "=", "%", "%41", "pets_live_", "pets_live_a ", "W/", '"",'];
const more = ['", ', "\r", "\n", '""', '"\\', ";q=", "a=1&", "id=1&", "\u{1f415}", "AQ", "[", "/", "?", "q = ", " ,"];
const texts = [
  ...[...units, ...more].map(fill),
  ...units.map((unit) => `"${fill(unit)}`),
  ...units.map((unit) => `http://${fill(unit)}`),
  `${fill("[")}${fill("]")}`,
  `[${fill("{},")}{}]`,
  `[${fill("1,")}1]`,
  `{${Array.from({ length: 6_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
  `[${Array.from({ length: 800 }, (_, at) => `{"k${at}":1,"name":"${"\\u0000".repeat(4)}","categoryId":-1}`).join(",")}]`,
  `{"name":"${fill("a")}","categoryId":1}`,
];

describe("64 KB of the worst input", () => {
  it.each(Object.entries(parsers))("is parsed in linear time: %s", (_name, read) => {
    let slowest = { ms: 0, text: "" };
    for (const text of texts) {
      read(text);
      // This measures processor time, so that the work of other processes does not count.
      const before = process.cpuUsage();
      read(text);
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1_000;
      if (ms > slowest.ms) slowest = { ms, text: text.slice(0, 20) };
    }
    // A quadratic parser takes seconds, while a linear one takes milliseconds.
    expect(slowest.ms, `with ${JSON.stringify(slowest.text)}`).toBeLessThan(500);
  });
});
