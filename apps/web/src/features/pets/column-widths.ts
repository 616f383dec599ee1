import type { Attribute } from "@petstore/contract/client";
import { z } from "zod";
import { createPreference } from "../../lib/page/preferences";
import type { PetFieldName } from "../../lib/pets/pet-fields";
import { dateMeaning } from "../../lib/pets/date-meanings";

/** A column whose width people can change. The name of the animal has the width that the others leave. */
export type ColumnKey = ResizableField | `attributes.${string}`;

/** The widths in pixels, by column. A column that is missing has its usual width. */
export type ColumnWidths = Readonly<Partial<Record<ColumnKey, number>>>;

export const MIN_COLUMN = 72;
export const MAX_COLUMN = 480;

const Widths = z.record(z.string(), z.number().min(MIN_COLUMN).max(MAX_COLUMN));

/** The widths that were chosen in this browser. */
export const columnWidths = createPreference<ColumnWidths>(
  "list-column-widths",
  (stored) => Widths.safeParse(stored).data ?? {},
);

/** The widths of the columns that keep them: the boxes, the number of the animal, and the least for its name. */
export const fixedWidths = { select: 44, id: 112, name: 160 } as const;

/** A column whose width people can change: a field of every animal, or one of the store's own. */
export type ResizableColumn = Attribute | ResizableField;

type ResizableField = Exclude<PetFieldName, "name">;

export const isResizable = (name: PetFieldName): name is ResizableField => name !== "name";

const SHORT = 104;
const USUAL = 144;

const usualFields: Readonly<Record<ResizableField, number>> = { categoryId: USUAL, status: USUAL };

const ofType: Readonly<Record<string, number>> = { number: SHORT, boolean: SHORT, choice: SHORT };

export const keyOf = ({ name }: Attribute): `attributes.${string}` => `attributes.${name}`;

/** Returns the width of a column until somebody changes it. */
const usualWidth = (column: ResizableColumn): number => {
  if (typeof column === "string") return usualFields[column];
  // An age is short. The days here give way to a date when the animal is sold.
  return dateMeaning(column) === "birth" ? SHORT : (ofType[column.type] ?? USUAL);
};

/** Returns the width of a column. */
export const widthOf = (column: ResizableColumn, widths: ColumnWidths): number =>
  widths[typeof column === "string" ? column : keyOf(column)] ?? usualWidth(column);

/** Returns the least width of the list with these columns. */
export const leastWidth = (columns: readonly Attribute[], widths: ColumnWidths): number =>
  [...Object.values(fixedWidths), widthOf("categoryId", widths), widthOf("status", widths)]
    .concat(columns.map((one) => widthOf(one, widths)))
    .reduce((sum, width) => sum + width, 0);

/**
 * Returns the first columns, as many as fit in their usual widths without scrolling sideways. The chosen widths do not
 * count, because otherwise a column would go away while a person makes another one wider.
 */
export const fitting = (columns: readonly Attribute[], width: number): readonly Attribute[] => {
  const count = columns.findIndex((_, at) => leastWidth(columns.slice(0, at + 1), {}) > width);
  return count === -1 ? columns : columns.slice(0, count);
};
