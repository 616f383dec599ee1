import { WORKBOOK_TYPE } from "@petstore/contract/schemas";
import { t } from "../../../texts";
import { orderOf, type PetOrder } from "../search";

/**
 * The kinds of file: an .xlsx workbook, CSV whose values a spreadsheet does not run as formulas, and CSV with the exact
 * values.
 */
export const exportKinds = ["workbook", "spreadsheet", "backup"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Returns the media type of a file. */
export const exportType = (kind: ExportKind): string => (kind === "workbook" ? WORKBOOK_TYPE : "text/csv");

/** Returns the address of the list's export. */
export const exportAddress = (order: PetOrder, kind: ExportKind): string => {
  const { id = [], attributes = {}, ...rest } = orderOf(order);
  const pairs = Object.entries(rest).map(([name, value]) => [name, String(value)]);
  const filters = Object.entries(attributes).flatMap(([name, values]) =>
    values.map((value) => [`attributes[${name}]`, value]),
  );
  const query = new URLSearchParams([
    ...pairs,
    ...id.map((one) => ["id", String(one)]),
    ...filters,
    ["expand", "profile"],
  ]);
  if (kind === "spreadsheet") query.set("spreadsheetSafe", "true");
  return `/v1/pets/export?${query}`;
};

/** Returns a file name with the day in this machine's time zone: `animals-2026-11-22.csv`. */
export const exportFileName = (kind: ExportKind, now = new Date()) => {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${t.pets.export.fileName}-${now.getFullYear()}-${month}-${day}.${kind === "workbook" ? "xlsx" : "csv"}`;
};
