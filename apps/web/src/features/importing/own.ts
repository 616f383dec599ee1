/**
 * Returns the value of a key that a file gave. An object has more keys than its own: a column may be called
 * "constructor".
 */
export const own = <Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
