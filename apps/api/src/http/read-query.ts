import { invalidRequest } from "../errors.js";

/** A query string as `application/x-www-form-urlencoded` pairs; a name that stands twice gets all its values. */
export const readQuery = (query: string | null): Record<string, string | string[]> => {
  checkPercentEncoding(query ?? "");
  // URLSearchParams drops a leading `?`; the query's own stays that way.
  const parameters = new URLSearchParams(`?${query ?? ""}`);
  // No prototype: `__proto__` is a name like any other.
  const read: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of parameters) {
    const known = read[name];
    if (known === undefined) read[name] = value;
    else if (typeof known === "string") read[name] = [known, value];
    else known.push(value);
  }
  return read;
};

/** URLSearchParams reads what is malformed as something else; a strict reader says so instead. */
const checkPercentEncoding = (query: string): void => {
  if (!query.includes("%")) return;
  try {
    decodeURIComponent(query.replaceAll("+", " "));
  } catch {
    throw invalidRequest("query must be percent-encoded UTF-8");
  }
};
