import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdempotencyKey } from "./idempotency.js";

/** RFC 9651 §4.1.6. */
const quote = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
const read = (field: string) => IdempotencyKey.safeParse(field);

const ascii = fc.string({ unit: "binary-ascii", maxLength: 300 });
const printable = ascii.map((text) => text.replaceAll(/[^\x20-\x7e]/g, "")).filter((text) => text !== "");
const key = printable.map((text) => text.slice(0, 255));
// RFC 9651 §3.3.4 and RFC 9110 §5.6.2.
const token = fc.stringMatching(/^[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]{0,254}$/);

describe("IdempotencyKey", () => {
  it("unquotes every RFC 9651 string of 1 to 255 characters", () => {
    fc.assert(
      fc.property(key, (text) => {
        expect(read(quote(text)).data).toBe(text);
      }),
    );
  });

  it("accepts every RFC 9651 token, bare or quoted", () => {
    fc.assert(
      fc.property(token, (text) => {
        expect(read(text).data).toBe(text);
        expect(read(quote(text)).data).toBe(text);
      }),
    );
  });

  it("accepts a bare UUID", () => {
    fc.assert(
      fc.property(fc.uuid(), (text) => {
        expect(read(text).data).toBe(text);
      }),
    );
  });

  it("is optional", () => {
    expect(IdempotencyKey.safeParse(undefined)).toEqual({ success: true, data: undefined });
  });

  it("yields 1 to 255 printable ASCII characters that survive quoting again", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          ascii,
          ascii.map(quote),
          ascii.map((text) => `"${text}"`),
        ),
        (field) => {
          const { data } = read(field);
          fc.pre(data !== undefined);
          expect(data).toMatch(/^[\x20-\x7e]{1,255}$/);
          expect(read(quote(data ?? "")).data).toBe(data);
        },
      ),
    );
  });

  it.each([
    "",
    '""',
    '"',
    '"abc',
    'abc"',
    '"a"b"',
    '"a\\b"',
    '"a\\"',
    "a,b",
    "a, b",
    '"a", "b"',
    '"a";q=1',
    "a b",
    "a\tb",
    '"a\tb"',
    "a\\b",
    "é",
    '"é"',
    "a".repeat(256),
    quote("a".repeat(256)),
    quote('"'.repeat(256)),
  ])("refuses %j", (field) => {
    expect(read(field).success).toBe(false);
  });

  it("refuses 16 KiB of unterminated escapes quickly", () => {
    expect(read(`"${"\\\\".repeat(8_000)}`).success).toBe(false);
  });
});
