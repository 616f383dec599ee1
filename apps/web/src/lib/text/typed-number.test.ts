import { describe, expect, it, vi } from "vitest";

const { locale } = vi.hoisted(() => ({ locale: { current: "en-GB" } }));
vi.mock(import("../../texts/page-language"), async (original) => ({
  ...(await original()),
  get locale() {
    return locale.current;
  },
}));

const inLanguage = async (language: string) => {
  vi.resetModules();
  locale.current = language;
  const { readTyped, typedNumber } = await import("./typed-number");
  const { howRead } = await import("../pets/how-read");
  const { formatUnit } = await import("./units");
  return { readTyped, typedNumber, howRead, formatUnit };
};

it("is read as a decimal number in French if it has a point, which French uses for nothing", async () => {
  const { readTyped, howRead } = await inLanguage("fr-FR");
  expect([readTyped("1.250"), readTyped("1,250"), howRead("1.250")]).toEqual([1.25, 1.25, undefined]);
});

it("may lack a zero, and may have a plus", async () => {
  const { readTyped } = await inLanguage("en-GB");
  expect([".5", "-.5", "5.", "+5", "+.5", "+", "."].map((text) => readTyped(text))).toEqual([
    0.5,
    -0.5,
    5,
    5,
    0.5,
    undefined,
    undefined,
  ]);
});

describe.each([
  ["en-GB", 1_234, 1.234],
  ["de-DE", 1.234, 1_234],
])("a number that is typed in %s", (language, withComma, withPoint) => {
  it("is read with the signs of the language if it could be read in two ways", async () => {
    const { readTyped } = await inLanguage(language);
    expect(["1,234", "1.234", "-1,234"].map((text) => readTyped(text))).toEqual([withComma, withPoint, -withComma]);
    expect(readTyped("1,234 kg", "kg")).toBe(withComma);
  });

  it("is read with either decimal sign and with groups if there is only one way", async () => {
    const { readTyped } = await inLanguage(language);
    expect(["4,5", "4.5", "1.234,5", "1,234.5", "1 234,5"].map((text) => readTyped(text))).toEqual([
      4.5, 4.5, 1_234.5, 1_234.5, 1_234.5,
    ]);
    expect(["heavy", "1e3", "0x10", "1,2,3"].map((text) => readTyped(text))).toEqual(Array(4).fill(undefined));
  });

  it("is the same number after it was written into the form", async () => {
    const { readTyped, typedNumber } = await inLanguage(language);
    for (const value of [1.234, 1_234, 0.5, -12.125]) expect(readTyped(typedNumber(value))).toBe(value);
  });

  it("says how it was read only if there are two ways", async () => {
    const { howRead } = await inLanguage(language);
    const [decimal, group] = language === "en-GB" ? [".", ","] : [",", "."];
    expect(howRead(`1${decimal}234`)).toBe(
      `“${decimal}” is read as the decimal sign here. It does not group the digits.`,
    );
    expect(howRead(`1${group}234`)).toContain("read as 1234");
    expect([howRead("1,5"), howRead("0.234"), howRead("1234"), howRead("1,234.5")]).toEqual(Array(4).fill(undefined));
  });
});

describe("a number with a unit", () => {
  it.each([
    ["en-GB", "kg", 1_234.5, "1,234.5\u00A0kg"],
    ["de-DE", "kg", 1_234.5, "1.234,5\u00A0kg"],
    ["de-DE", "°C", 21.5, "21,5\u00A0°C"],
    ["en-GB", "year", 1, "1\u00A0year"],
    ["en-GB", "years", 2, "2\u00A0years"],
    ["de-DE", "Jahre", 1, "1\u00A0Jahr"],
    ["en-GB", "%", 5, "5%"],
    ["en-GB", "cages", 5, undefined],
    ["en-GB", "constructor", 5, undefined],
  ])("in %s and %s is written as in that language", async (language, unit, value, text) => {
    expect((await inLanguage(language)).formatUnit(value, unit)).toBe(text);
  });
});
