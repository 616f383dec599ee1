type Column = { readonly title: string; readonly width: number };

/** Returns functions that write the head and the lines of a table whose rows are printed one after the other. */
export const inColumns = (columns: readonly Column[]) => {
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, place) => cell.padEnd(columns[place]?.width ?? 0))
      .join(" | ")
      .trimEnd();
  const header = (): string => {
    const rule = columns.map(({ title, width }) => "-".repeat(Math.max(width, title.length)));
    return `${line(columns.map(({ title }) => title))}\n${line(rule)}`;
  };
  return { header, line };
};
