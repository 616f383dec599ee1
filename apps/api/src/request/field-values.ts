import type { IncomingMessage } from "node:http";

/**
 * Returns every value of a field. `headers` would drop or join duplicates, and `headersDistinct` would copy every
 * field.
 * @param name - Lower case.
 */
export const fieldValuesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] => {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at] as string;
    if (field.length === name.length && field.toLowerCase() === name) values.push(rawHeaders[at + 1] as string);
  }
  return values;
};
