/** Header fields as names and values in turn, in the order in which Express sets them. */
export const toFields = (headers: Readonly<Record<string, string>>): string[] => {
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] as string);
  return fields;
};

/** The last fields of a response with a JSON body. @param length - Of the body, in bytes. */
export const jsonFields = (length: number) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": String(length),
});
