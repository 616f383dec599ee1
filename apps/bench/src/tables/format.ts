export const integer = (number: number): string => Math.round(number).toLocaleString("en");

export const decimal = (number: number, digits = 2): string => number.toFixed(digits);

export const drawTable = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? title).length)));
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
};
