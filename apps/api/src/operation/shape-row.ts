import * as z from "zod";

export type Fields = { readonly id: z.ZodType<number> } & Readonly<Record<string, z.ZodType>>;

export type Row = Readonly<Record<string, unknown>>;

const withoutNull = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? withoutNull(schema.unwrap()) : schema;

const entryOf = (schema: unknown): unknown => (schema instanceof z.ZodArray ? withoutNull(schema.element) : undefined);

const shapeValue = (schema: unknown, value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((entry) => shapeValue(entryOf(schema), entry));
  // The fields are put into order, because jsonb orders them in its own way.
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, (value as Row)[field]]));
  // pg returns a bigint as text. In a row of a model, it is already a number.
  return schema instanceof z.ZodNumber ? Number(value) : value;
};

/**
 * Returns a function that creates the body of a resource. Its argument is a row of a model, or a row of SQL whose
 * columns have the names of the fields. A field that may be absent is null in the row, and a field that the row lacks is
 * null.
 */
export const shapeRow =
  <Shape extends Fields>({ shape }: z.ZodObject<Shape>) =>
  (row: object) =>
    Object.fromEntries(
      Object.keys(shape).flatMap((field) => {
        const value = (row as Row)[field] ?? null;
        const isAbsent = shape[field] instanceof z.ZodOptional && value === null;
        return isAbsent ? [] : [[field, shapeValue(withoutNull(shape[field]), value)]];
      }),
    ) as z.output<z.ZodObject<Shape>> & { readonly id: number };
