/**
 * Returns the value of a key that comes from a file. It looks only at the object's own keys, because a column may be
 * called "constructor".
 */
export const own = <Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
