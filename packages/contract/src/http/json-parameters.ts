import * as z from "zod";
import type { SchemaOf } from "./rules.js";

type Shape = Readonly<Record<string, z.ZodType>>;

/** Parameters as JSON values. None of them has a default. */
type JsonShape<Parameters extends Shape> = {
  -readonly [Name in keyof Parameters]: z.ZodOptional<SchemaOf<Exclude<z.output<Parameters[Name]>, undefined>>>;
};

/**
 * Returns the schema of the parsed value of a parameter, without the wrapping schemas that parse its text, add its
 * default or allow its absence.
 */
const valueSchema = (schema: z.core.$ZodType): z.ZodType => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return valueSchema(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return valueSchema(schema.def.out);
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: valueSchema(schema.element) });
  if (schema instanceof z.ZodRecord) return schema.clone({ ...schema.def, valueType: valueSchema(schema.valueType) });
  return schema as z.ZodType;
};

const describe = (schema: z.ZodType) => {
  const { description, examples } = schema.meta() ?? {};
  return {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples: examples as unknown[] }),
  };
};

/**
 * The schemas of query parameters as JSON values, with the same rules: the text `3` of a query is the number 3, and a
 * repeated parameter is an array.
 */
export const jsonParameters = <Parameters extends Shape>(shape: Parameters): JsonShape<Parameters> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, valueSchema(schema).optional().meta(describe(schema))]),
  ) as unknown as JsonShape<Parameters>;
