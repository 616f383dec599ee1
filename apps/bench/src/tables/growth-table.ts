import type { Growth } from "../grow.js";
import { median } from "../statistics.js";
import { decimal, drawTable, integer } from "./format.js";

const TARGET = 1.2;

/** Answers a second by the number of animals, and what a page costs there beside what it costs in the smallest. */
export const growthTable = ({ sizes, rates }: Growth): string => {
  const [smallest = 0, ...others] = sizes;
  const head = [
    "answers/s of",
    ...sizes.map((size) => `${integer(size)} animals`),
    ...others.map((size) => `cost of ${integer(size)}`),
  ];
  const rows = [...rates].map(([name, bySize]) => {
    const ofSmallest = bySize.get(smallest) ?? [];
    const costs = others.map((size) => {
      const cost = median((bySize.get(size) ?? []).map((rate, round) => (ofSmallest[round] ?? 0) / rate));
      return `${decimal(cost)} × (${cost <= TARGET ? "within" : "above"} ${TARGET})`;
    });
    return [name, ...sizes.map((size) => integer(median(bySize.get(size) ?? []))), ...costs];
  });
  return drawTable(head, rows);
};
