import { PetStatus } from "@petstore/contract/routes";

export type StatusMap = ReadonlyMap<string, PetStatus>;

export const OTHER_VALUES = "*";

/** The command line prefixes the message with the option's name. */
export class StatusMapError extends Error {
  override name = "StatusMapError";
}

const parseEntry = (entry: string): [value: string, status: PetStatus] => {
  // The last "=": a value may contain one, a status cannot.
  const equals = entry.lastIndexOf("=");
  const status = PetStatus.safeParse(entry.slice(equals + 1).trim());
  if (equals === -1 || !status.success) {
    throw new StatusMapError(
      `"${entry.trim()}" must be value=status, where status is one of ${PetStatus.options.join(", ")}`,
    );
  }
  return [entry.slice(0, equals).trim(), status.data];
};

/** `Adoption=sold,Transfer=pending,*=available`. @throws StatusMapError for a malformed or repeated entry. */
export const parseStatusMap = (text: string): StatusMap => {
  const map = new Map<string, PetStatus>();
  for (const [value, status] of text.split(",").map(parseEntry)) {
    if (map.has(value)) throw new StatusMapError(`"${value}" is given twice`);
    map.set(value, status);
  }
  return map;
};
