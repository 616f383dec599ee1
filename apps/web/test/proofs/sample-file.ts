import { readFile } from "node:fs/promises";
import { basename } from "node:path";

const ROWS = 10_000;
const header = "animal_id,name,animal_type,breed,color,outcome_type,outcome_date";

const types = ["Dog", "Cat", "Bird", "Livestock", "Other"];
const outcomes = ["Adoption", "Transfer", "Return to Owner", "Euthanasia", "Died", "Disposal", "Missing", ""];
const names = ["", "Frank", "*Kitty", "Zoë", "O'Malley", "Peña", "Bella Rose", "X"];
const breeds = ["Domestic Shorthair Mix", "Chihuahua Shorthair Mix", "Siamese Mix"];

const pick = (values: readonly string[], at: number): string => values[at % values.length] ?? "";

const makeRow = (at: number): string =>
  [
    `A${100_000 + at}`,
    pick(names, at * 7),
    pick(types, Math.floor(at / 3)),
    pick(breeds, at),
    "Black/White",
    pick(outcomes, Math.floor(at / 11)),
    `2017-04-${String((at % 28) + 1).padStart(2, "0")}`,
  ].join(",");

export type StatusCounts = Readonly<Record<"available" | "pending" | "sold", number>>;

/** The statuses that the page should guess. They are spelled out here, so that a wrong guess cannot confirm itself. */
const statusOfOutcome: Readonly<Record<string, keyof StatusCounts>> = {
  Adoption: "sold",
  "Return to Owner": "sold",
  "Rto-Adopt": "sold",
  Euthanasia: "sold",
  Died: "sold",
  Disposal: "sold",
  Missing: "sold",
  Transfer: "pending",
  Relocate: "pending",
  "": "available",
};

const countStatuses = (rows: readonly string[]): StatusCounts => {
  const counts = { available: 0, pending: 0, sold: 0 };
  for (const row of rows) {
    const outcome = row.split(",")[5] ?? "";
    const status = statusOfOutcome[outcome];
    if (status === undefined) throw new Error(`The outcome "${outcome}" is unknown: add it to statusOfOutcome.`);
    counts[status] += 1;
  }
  return counts;
};

/**
 * `PROVE_CSV` names a file with the columns of the Austin sample and without quoted fields. By default, a file is
 * generated.
 */
export const readSample = async () => {
  const path = process.env["PROVE_CSV"];
  const csv =
    path === undefined
      ? `${[header, ...Array.from({ length: ROWS }, (_, at) => makeRow(at))].join("\n")}\n`
      : await readFile(path, "utf8");
  const [first, ...rows] = csv.trimEnd().split(/\r?\n/);
  if (first !== header) throw new Error(`The first line of the file must be "${header}".`);
  return {
    name: path === undefined ? "made.csv" : basename(path),
    csv,
    rows: rows.length,
    statuses: countStatuses(rows),
  };
};
