/** Aligned columns, without a trailing line break. Put long values in the last column. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};
