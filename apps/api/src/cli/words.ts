export const count = (number: number): string => number.toLocaleString("en");

export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** Describes the content of a backup, for example `12 rows of 3 tables`. */
export const rowsOf = (tables: readonly { readonly rows: number }[]): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${plural(rows, "row")} of ${plural(tables.length, "table")}`;
};

export const secondsSince = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

export const minute = (date: Date): string => date.toISOString().slice(0, 16).replace("T", " ");
