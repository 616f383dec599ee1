import type { Growth } from "../run-growth.js";
import { median } from "../statistics.js";
import { decimal, drawTable, integer } from "./format.js";

const TARGET = 1.2;

export const growthTable = ({ sizes, rates }: Growth): string => {
  const [smallest = 0, ...others] = sizes;
  const head = [
    "responses/s of",
    ...sizes.map((size) => `${integer(size)} pets`),
    ...others.map((size) => `cost of ${integer(size)}`),
  ];
  const rows = [...rates].map(([name, bySize]) => {
    const ofSmallest = bySize.get(smallest) ?? [];
    const costs = others.map((size) => {
      const cost = median((bySize.get(size) ?? []).map((rate, round) => (ofSmallest[round] ?? 0) / rate));
      return `${decimal(cost)}×${cost <= TARGET ? "" : `, above ${TARGET}`}`;
    });
    return [name, ...sizes.map((size) => integer(median(bySize.get(size) ?? []))), ...costs];
  });
  return drawTable(head, rows);
};
