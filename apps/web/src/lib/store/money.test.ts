import { expect, it } from "vitest";
import { formatMoney } from "./money";

it("writes an amount in the store's currency, with its number of decimals", () => {
  expect(formatMoney(1234.5, "EUR")).toBe("€1,234.50");
  expect(formatMoney(1234, "JPY")).toBe("¥1,234");
});

it("writes only the number while the store has no currency", () => {
  expect(formatMoney(1234.5, null)).toBe("1,234.50");
});
