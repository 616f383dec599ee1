import { invalidRequest } from "../errors.js";

/** Parses `application/x-www-form-urlencoded`; a repeated name gets an array. */
export const readQuery = (query: string | null): Record<string, string | string[]> => {
  checkPercentEncoding(query ?? "");
  // URLSearchParams drops one leading `?`: the query may start with its own.
  const parameters = new URLSearchParams(`?${query ?? ""}`);
  // Without a prototype, `__proto__` is an ordinary name.
  const values: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of parameters) {
    const known = values[name];
    if (known === undefined) values[name] = value;
    else if (typeof known === "string") values[name] = [known, value];
    else known.push(value);
  }
  return values;
};

/** URLSearchParams decodes malformed sequences without an error. */
const checkPercentEncoding = (query: string): void => {
  if (!query.includes("%")) return;
  try {
    decodeURIComponent(query.replaceAll("+", " "));
  } catch {
    throw invalidRequest("query must be percent-encoded UTF-8");
  }
};
