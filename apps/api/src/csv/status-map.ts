import { PetStatus } from "@petstore/contract";

/** What each value of a file's status column becomes; `*` stands for all the rest. */
export type StatusMap = ReadonlyMap<string, PetStatus>;

export const OTHER_VALUES = "*";

/** Says in words what is wrong with a map; the command line puts the option's name in front. */
export class StatusMapError extends Error {
  override name = "StatusMapError";
}

const parseEntry = (entry: string): [value: string, status: PetStatus] => {
  // The last "=": a value may have one, a status never.
  const equals = entry.lastIndexOf("=");
  const status = PetStatus.safeParse(entry.slice(equals + 1).trim());
  if (equals === -1 || !status.success) {
    throw new StatusMapError(
      `"${entry.trim()}" must be value=status, where status is one of ${PetStatus.options.join(", ")}`,
    );
  }
  return [entry.slice(0, equals).trim(), status.data];
};

/**
 * Reads a map such as `Adoption=sold,Transfer=pending,*=available`.
 * @throws StatusMapError where an entry is no `value=status`, or two are for the same value.
 */
export const parseStatusMap = (text: string): StatusMap => {
  const map = new Map<string, PetStatus>();
  for (const [value, status] of text.split(",").map(parseEntry)) {
    if (map.has(value)) throw new StatusMapError(`"${value}" is given twice`);
    map.set(value, status);
  }
  return map;
};
