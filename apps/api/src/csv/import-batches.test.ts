import type { CsvRecord } from "@petstore/tables";
import { describe, expect, it } from "vitest";
import { readBatches } from "./import-batches.js";

const columns = {
  name: "name",
  category: "category",
  isStatusNeeded: false,
  settingOf: (setting: string) => `--${setting}-column`,
};
const format = { source: "pets.csv", columns, attributes: [], isDryRun: false };

const record = (line: number, fields: readonly string[]) => ({ line, fields: [...fields] }) as CsvRecord;

/** Returns the numbers of rows in the batches of a file whose records arrive in these groups. */
const sizesOf = async (groups: readonly (readonly (readonly string[])[])[]): Promise<number[]> => {
  let line = 0;
  const records = async function* () {
    yield [record((line += 1), ["name", "category"])];
    for (const group of groups) yield group.map((fields) => record((line += 1), fields));
  };
  const sizes: number[] = [];
  for await (const { rows, bad } of readBatches(records(), format)) sizes.push(rows.length + bad.length);
  return sizes;
};

const short = ["Rex", "Dogs"];
const long = ["Rex", "x".repeat(4_000_000)];

describe("the batches of an import", () => {
  it("end after 5,000 rows, counting good and bad ones", async () => {
    const group = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? short : ["", "Dogs"]));
    expect(await sizesOf([group, group, group, group, group, group])).toEqual([5_000, 1_000]);
  });

  it("end after a long row, and the rows after it share a batch again", async () => {
    expect(await sizesOf([[long], [short], [short], [short]])).toEqual([1, 3]);
  });

  it("end after several rows that are long in total", async () => {
    const half = ["Rex", "x".repeat(2_000_000)];
    expect(await sizesOf([[half], [half], [half], [short]])).toEqual([2, 2]);
  });
});
