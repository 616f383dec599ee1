import { describe, expect, it } from "vitest";
import { fromFirstMatch, markParts } from "./mark-parts.js";

const shown = (text: string, ...ranges: readonly (readonly [number, number])[]) =>
  markParts(
    text,
    ranges.map(([start, end]) => ({ start, end })),
  )
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

describe("the marked parts of a text", () => {
  it("are those of the ranges, in UTF-16 code units", () => {
    expect(shown("Frank", [0, 3])).toBe("[Fra]nk");
    expect(shown("black cat", [0, 5], [6, 9])).toBe("[black] [cat]");
    expect(shown("🐶 Rex", [3, 6])).toBe("🐶 [Rex]");
    expect(shown("Luna")).toBe("Luna");
  });

  it("stay inside the text and do not repeat any of it", () => {
    expect(shown("Luna", [2, 9])).toBe("Lu[na]");
    expect(shown("Luna", [7, 9])).toBe("Luna");
    expect(shown("Luna", [2, 4], [0, 3])).toBe("[Lun][a]");
    expect(shown("Luna", [1, 1])).toBe("Luna");
    expect(shown("", [0, 1])).toBe("");
  });
});

describe("a long text", () => {
  const marked = (text: string, start: number, end: number) => {
    const { text: cut, ranges } = fromFirstMatch({ text, ranges: [{ start, end }] });
    return shown(cut, ...ranges.map((range) => [range.start, range.end] as const));
  };

  it("begins with whole words shortly before its first match", () => {
    const note = "Afraid of men with hats. Was found near the old harbour with a labrador; eats in the evening.";
    expect(marked(note, 63, 71)).toBe("…the old harbour with a [labrador]; eats in the evening.");
    expect(marked(note, 25, 28)).toBe(note.replace("Was", "[Was]"));
    expect(marked("x".repeat(60), 50, 60)).toBe(`…[${"x".repeat(10)}]`);
    expect(fromFirstMatch({ text: note, ranges: [] })).toEqual({ text: note, ranges: [] });
  });
});
