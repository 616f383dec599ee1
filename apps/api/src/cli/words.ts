export const count = (number: number): string => number.toLocaleString("en");

export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

export const secondsSince = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

export const minute = (date: Date): string => date.toISOString().slice(0, 16).replace("T", " ");
