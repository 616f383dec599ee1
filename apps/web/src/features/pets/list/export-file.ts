import { t } from "../../../texts";
import { orderOf, type PetOrder } from "../search";

/**
 * Returns the address of the list's export.
 * @param isForSpreadsheet - Makes values harmless that a spreadsheet would run as formulas.
 */
export const exportAddress = (order: PetOrder, isForSpreadsheet: boolean): string => {
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
  if (isForSpreadsheet) query.set("spreadsheetSafe", "true");
  return `/v1/pets/export?${query}`;
};

/** Returns a file name with the day in this machine's time zone: `animals-2026-11-22.csv`. */
export const exportFileName = (now = new Date()) => {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${t.pets.export.fileName}-${now.getFullYear()}-${month}-${day}.csv`;
};
