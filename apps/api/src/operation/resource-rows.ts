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
  // pg returns a bigint as text, and Prisma as a BigInt.
  return isNumber(schema) ? Number(value) : value;
};

/**
 * Makes a parameter for the column of a field. An array of numbers is an array of bigint; any other array, and an
 * object, is jsonb.
 */
export const toColumn = (schema: z.ZodType | undefined, value: unknown): Prisma.Sql => {
  const one = withoutNull(schema);
  const entry = entryOf(one);
  if (entry === undefined && !(one instanceof z.ZodObject)) return Prisma.sql`${value}`;
  return isNumber(entry) ? Prisma.sql`${value}::bigint[]` : Prisma.sql`${JSON.stringify(value)}::jsonb`;
};

/** Reads rows of a table whose columns are the fields of a schema, in snake case: `isPublic` is `is_public`. */
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
