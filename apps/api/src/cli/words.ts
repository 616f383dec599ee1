export const count = (number: number): string => number.toLocaleString("en");

/** `1 pet`, `10,000 pets`. */
export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

export const secondsSince = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/** A date and time in UTC, to the minute. */
export const minute = (date: Date): string => date.toISOString().slice(0, 16).replace("T", " ");
