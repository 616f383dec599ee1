/** Relative to the row with this key, one value per column of the order; `atLeast` and `atMost` include that row. */
export type Position = {
  readonly side: "after" | "before" | "atLeast" | "atMost";
  readonly key: readonly (string | number | boolean)[];
};

/** What a cursor with embedded filters contains. `position`: undefined for the first page. */
export type CursorContent = {
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly position: Position | undefined;
};
