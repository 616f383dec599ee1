/**
 * Formats aligned columns, without a trailing line break. Put long values into the last column.
 * @param counts - The columns that contain numbers to compare, which are aligned to the right.
 */
export const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  ...counts: readonly string[]
): string => {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return counts.includes(head[column] ?? "") ? cell.padStart(width) : cell.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};
