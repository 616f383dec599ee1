import * as z from "zod";
import { Prisma } from "../generated/client.js";

export type Fields = { readonly id: z.ZodType<number> } & Readonly<Record<string, z.ZodType>>;

export type Row = Readonly<Record<string, unknown>>;

export const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const withoutNull = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? withoutNull(schema.unwrap()) : schema;

const entryOf = (schema: unknown): unknown => (schema instanceof z.ZodArray ? withoutNull(schema.element) : undefined);

const isNumber = (schema: unknown) => schema instanceof z.ZodNumber;

const fromColumn = (schema: unknown, value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((entry) => fromColumn(entryOf(schema), entry));
  // jsonb orders the fields in its own way.
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, (value as Row)[field]]));
  // pg reads a bigint as text; of a model it is a number already.
  return isNumber(schema) ? Number(value) : value;
};

/**
 * Reads rows of a model, and of SQL that selects `columns`: those of the fields of a schema, each in its case, so that
 * `isPublic` is `is_public`.
 */
export const rowsOf = <Shape extends Fields>({ shape }: z.ZodObject<Shape>) => {
  const fields = Object.keys(shape);
  return {
    columns: Prisma.raw(fields.map((field) => `${columnOf(field)} AS "${field}"`).join(", ")),
    toOne: (row: Row) =>
      Object.fromEntries(fields.map((field) => [field, fromColumn(withoutNull(shape[field]), row[field])])) as z.output<
        z.ZodObject<Shape>
      > & { readonly id: number },
  };
};
