import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { frankFields } from "../src/examples.js";
import { changeHeaders, readHeaders } from "../src/http/conditional-requests.js";
import { GivenPassword } from "../src/account/auth/passwords.js";
import { BulkPetChange } from "../src/pet/bulk-pet-change.js";
import { AuditQuery, HistoryQuery } from "../src/event/audit-queries.js";
import { IdempotencyKey } from "../src/http/idempotency.js";
import { Name } from "../src/http/names.js";
import { Cursor } from "../src/http/paging.js";
import { invisibleIn } from "../src/http/text-identity.js";
import { PetImport } from "../src/pet/pet-import.js";
import { PetQuery } from "../src/pet/pet-query.js";
import { ViewPath } from "../src/store/view.js";
import { documentFiles, operationsOf, readDocument, type Schema } from "./support/documents.js";

// These tests compare what the document says about texts with what the service checks, in both directions.

const document = readDocument("openapi.json");

const parameterOf = (operationId: string, name: string): Schema =>
  operationsOf(document)
    .find((operation) => operation.operationId === operationId)
    ?.parameters.find((parameter) => parameter.name === name)?.schema ?? expect.fail(`no ${operationId} ${name}`);
const propertyOf = (schema: string, name: string): Schema =>
  document.components.schemas[schema]?.properties?.[name] ?? expect.fail(`no ${schema}.${name}`);

/**
 * Tells whether a text is valid according to JSON Schema, which counts the length in code points and matches the
 * pattern as ECMA-262 does with the flag `u`.
 */
const isValid = (
  { pattern = "", minLength = 0, maxLength = Infinity }: Schema & { minLength?: number },
  text: string,
) => {
  const length = Array.from(text).length;
  return length >= minLength && length <= maxLength && new RegExp(pattern, "u").test(text);
};

/**
 * Texts that consist of pieces which matter to the check, or of any characters except lone surrogates, which JSON
 * cannot represent.
 */
const textsOf = (...pieces: string[]) =>
  fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((some) => some.join("")),
    fc.string({ unit: "binary" }),
  );

const names = textsOf(
  "a",
  "é",
  "🐕",
  ".",
  " ",
  "\t",
  "\n",
  "\r",
  "\u00a0",
  "\u0085",
  "\u2003",
  "\ufeff",
  "\0",
  "\x1c",
  "\x7f",
  "x".repeat(199),
  " ".repeat(200),
);
const keys = textsOf("a", '"', "\\", ",", " ", "\t", "é", "~", "x".repeat(254), '"'.repeat(2));
const tags = textsOf('"a"', 'W/"b"', '"', "*", ",", " ", "\t", "W/", "\xff", "\x7f", "Ā");
const kinds = textsOf(
  "pet",
  "key",
  "system",
  "account",
  "catalogue",
  "order",
  ":",
  "0",
  "1",
  "9007199254740991",
  "9007199254740992",
  "900719925474099",
);
const cursors = textsOf("a", "Z", "_", "-", "=", "+", "é", "x".repeat(2_047));

const texts: Record<string, readonly [fc.Arbitrary<string>, z.ZodType, Schema]> = {
  "a name": [names, Name, propertyOf("NewPet", "name")],
  "the search by name": [names, PetQuery.shape.q, parameterOf("listPets", "q")],
  "the name of a view": [names, ViewPath.shape.name, parameterOf("putView", "name")],
  "Idempotency-Key": [keys, IdempotencyKey, parameterOf("createPet", "Idempotency-Key")],
  "If-Match": [tags, changeHeaders("pet")["if-match"], parameterOf("updatePet", "If-Match")],
  "If-None-Match": [tags, readHeaders["if-none-match"], parameterOf("listPets", "If-None-Match")],
  "a cursor": [cursors, Cursor, parameterOf("listPets", "cursor")],
  "the filter by actor": [kinds, AuditQuery.shape.actor, parameterOf("listAuditEvents", "actor")],
  "the filter by subject": [kinds, AuditQuery.shape.subject, parameterOf("listAuditEvents", "subject")],
  "the filter by subject of the history": [kinds, HistoryQuery.shape.subject, parameterOf("listHistory", "subject")],
  "a column of a file": [names, PetImport.shape.columns.shape.name, propertyOf("ImportColumns", "name")],
  "a value of a file": [
    // zod drops this key from every object.
    names.filter((name) => name !== "__proto__"),
    z.string().refine((value) => PetImport.shape.statusMap.safeParse({ [value]: "sold" }).success),
    (document.components.schemas["ImportStatusMap"] as { propertyNames?: Schema }).propertyNames ??
      expect.fail("no names"),
  ],
};

/** The texts whose white space at the ends the service removes, with the maximum number of characters that remain. */
const trimmed: Readonly<Record<string, number>> = { "a name": 200, "the name of a view": 60 };

/** Every object of a document, schemas among them, except examples. */
const schemasBelow = (value: unknown): object[] => {
  if (typeof value !== "object" || value === null) return [];
  const parts = Object.entries(value).filter(([name]) => name !== "example" && name !== "examples");
  return [...(Array.isArray(value) ? [] : [value]), ...parts.flatMap(([, part]) => schemasBelow(part))];
};

describe("the schema of a text in a request", () => {
  it.each(Object.entries(texts))("accepts exactly what the service accepts: %s", (name, [some, check, schema]) => {
    const property = fc.property(some, (text) => {
      const accepted = check.safeParse(text).success;
      const isPadded = trimmed[name] !== undefined && text.trim() !== text;
      // The service also takes texts with more, or with rarer, white space at their ends.
      if (isPadded && accepted && !isValid(schema, text)) return;
      // It refuses a name that shows nothing. The list of invisible characters is too long for a pattern.
      if (name === "the name of a view" && invisibleIn(text) !== undefined) return;
      expect([text, isValid(schema, text)]).toEqual([text, accepted]);
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it("counts a name in code points: 200 are accepted, 201 are not, with or without outer spaces", () => {
    const schema = propertyOf("NewPet", "name");
    for (const text of ["🐕", "🐕".repeat(200), "🐕".repeat(201), ` \t${"🐕".repeat(197)}\n`, "\u3000🐕\u2028"]) {
      expect([text, isValid(schema, text)]).toEqual([text, Name.safeParse(text).success]);
    }
    // This text is longer only because of its white space, which the document says that the service accepts as well.
    const padded = ` ${"🐕".repeat(200)} `;
    expect([Name.safeParse(padded).success, isValid(schema, padded)]).toEqual([true, false]);
  });

  it.each(documentFiles)("has no bound next to listed values, and the document no line separator: %s", (file) => {
    const text = JSON.stringify(readDocument(file));
    if (file !== "openapi.stable.json") expect(text).not.toMatch(/2028|2029/);
    const bounds = ["minLength", "maxLength", "pattern", "minimum", "maximum"];
    const schemas = schemasBelow(readDocument(file)).filter((one) => "enum" in one || "const" in one);
    expect(schemas.length).toBeGreaterThan(0);
    expect(schemas.filter((one) => bounds.some((bound) => bound in one))).toEqual([]);
  });

  it("counts a given password in code points: 256 are accepted, 257 are not", () => {
    const { schemas } = readDocument("openapi.auth.json").components;
    const maxLength = schemas["Reauthentication"]?.properties?.["password"]?.maxLength;
    for (const length of [256, 257]) {
      expect([length, GivenPassword.safeParse("🐕".repeat(length)).success]).toEqual([
        length,
        length <= Number(maxLength),
      ]);
    }
  });

  it("accepts a bulk change as the service does: `from` and `to` are not both null", () => {
    const { if: condition, then } = document.components.schemas["BulkPetChange"] as Schema &
      Record<"if" | "then", Schema>;
    const isOf = ({ properties = {} }: Schema, value: Record<string, unknown>) =>
      Object.entries(properties).every(([name, { type }]) => (type === "null") === (value[name] === null));
    for (const from of [frankFields, null]) {
      for (const to of [frankFields, null]) {
        const change = { id: 1, from, to };
        const isAllowed = !isOf(condition, change) || isOf(then, change);
        expect([change, isAllowed]).toEqual([change, BulkPetChange.safeParse(change).success]);
      }
    }
  });

  it.each(["createdFrom", "createdTo"] as const)("accepts the date-times that the service accepts: %s", (name) => {
    const schema = parameterOf("listAuditEvents", name);
    const check = AuditQuery.shape[name];
    const pick = (...some: string[]) => fc.constantFrom(...some);
    const dateTimes = fc.tuple(
      pick("2026-11-22", "2024-02-29", "2026-02-29", "0000-01-01", "26-11-22", "2026-13-01"),
      pick("T", "t", " "),
      pick("09:30:00", "23:59:59", "24:00:00", "09:30", "23:59:60", "09:60:00"),
      pick("", ".1", ".123456789", "."),
      pick("Z", "z", "+01:00", "-00:00", "+24:00", "+0100", ""),
    );
    const property = fc.property(dateTimes, ([date, ...rest]) => {
      const text = [date, ...rest].join("");
      const isDay = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
      expect([text, isValid(schema, text) && isDay]).toEqual([text, check.safeParse(text).success]);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it("has a pattern that ECMA-262 accepts with the flag u and without it", () => {
    const patterns = Array.from(
      JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g),
      ([, text = '""']) => text,
    );
    expect(patterns.length).toBeGreaterThan(20);
    for (const pattern of new Set(patterns)) {
      for (const flags of ["", "u"]) expect(() => new RegExp(JSON.parse(pattern) as string, flags)).not.toThrow();
    }
  });
});
