import type * as z from "zod";
import { Prisma } from "../generated/client.js";
import { type Fields, type Row, shapeRow } from "./shape-row.js";

export type { Row };

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads rows of SQL that selects `columns`: those of the fields of a schema, so that `isPublic` is `is_public`. */
export const rowsOf = <Shape extends Fields>(schema: z.ZodObject<Shape>) => ({
  columns: Prisma.raw(
    Object.keys(schema.shape)
      .map((field) => `${columnOf(field)} AS "${field}"`)
      .join(", "),
  ),
  toOne: shapeRow(schema),
});
