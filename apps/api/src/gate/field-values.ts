import type { IncomingMessage } from "node:http";

/**
 * The values of a header field, each as it came: for those that must not be given twice, of which Node would drop or join
 * the others. Its own `headersDistinct` makes an object of all fields, for every request.
 * @param name - In small letters.
 */
export const fieldValuesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] => {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[at + 1] as string);
  }
  return values;
};
