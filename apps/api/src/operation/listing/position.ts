/**
 * A position relative to the row with this key. The key has one value for each column of the order. `atLeast` and
 * `atMost` include that row.
 */
export type Position = {
  readonly side: "after" | "before" | "atLeast" | "atMost";
  readonly key: readonly (string | number | boolean)[];
};

/** The content of a cursor with embedded filters. `position` is undefined for the first page. */
export type CursorContent = {
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly position: Position | undefined;
};
