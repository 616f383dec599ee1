import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLargeJson } from "./parse-large-json.js";

const parse = (text: string) => parseLargeJson(Buffer.from(text));

describe("parseLargeJson", () => {
  it("parses like JSON.parse, wherever the slices end", async () => {
    const unit = fc.constantFrom("a", '"', "\\", "\n", "é", "🐕", "\u0001", "\ud83d");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 9 }), fc.boolean(), async (piece, isEscaped) => {
        const value = { csv: piece.repeat(Math.ceil(70_000 / piece.length)), source: piece, rest: [1, { a: null }] };
        const text = JSON.stringify(value);
        const ascii = text.replaceAll(
          /[^\0-\x7f]/g,
          (unit16) => `\\u${unit16.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        expect(await parse(isEscaped ? ascii : text)).toEqual(value);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ["over 102,400 bytes besides its long strings", `{"a":[${"[],".repeat(40_000)}1]}`, "102400 bytes"],
    ["a long string within a field", `{"a":["${"x".repeat(70_000)}"]}`, "except in fields of the top-level object"],
    ["a long name of a field", `{"${"x".repeat(70_000)}":1}`, "except in fields of the top-level object"],
    ["an invalid escape", `{"a":"${"\\x".repeat(70_000)}"}`, "an invalid escape"],
    ["a line break in a string", `{"a":"${"x\n".repeat(70_000)}"}`, "an unescaped control character"],
    ["an unclosed string", `{"a":"${"x".repeat(70_000)}`, "valid JSON"],
    ["text after the value", `{"a":"${"x".repeat(70_000)}"}}`, "valid JSON"],
  ])("refuses %s", async (_what, text, problem) => {
    await expect(parse(text)).rejects.toThrow(problem);
  });

  it("refuses bytes that are not UTF-8, in short and long strings", async () => {
    const wrong = [Buffer.concat([Buffer.from(`{"a":"${"x".repeat(70_000)}`), Buffer.from([0xff]), Buffer.from('"}')])];
    wrong.push(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3]), Buffer.from('"}')]));
    for (const bytes of wrong) await expect(parseLargeJson(bytes)).rejects.toThrow("body must be UTF-8");
  });
});
