import { PetStatus } from "@petstore/contract/routes";
import { InvalidArgumentError } from "commander";
import type { StatusMap } from "../csv/import-row.js";

const parseEntry = (entry: string): [value: string, status: PetStatus] => {
  // The last "=" is the separator, because a value may contain one but a status cannot.
  const equals = entry.lastIndexOf("=");
  const status = PetStatus.safeParse(entry.slice(equals + 1).trim());
  if (equals === -1 || !status.success) {
    throw new InvalidArgumentError(
      `"${entry.trim()}" must be value=status, where status is one of ${PetStatus.options.join(", ")}.`,
    );
  }
  return [entry.slice(0, equals).trim(), status.data];
};

/** Parses a map such as `Adoption=sold,Transfer=pending,*=available`. */
export const parseStatusMap = (text: string): StatusMap => {
  const map = new Map<string, PetStatus>();
  for (const [value, status] of text.split(",").map(parseEntry)) {
    if (map.has(value)) throw new InvalidArgumentError(`"${value}" is given twice.`);
    map.set(value, status);
  }
  return map;
};
