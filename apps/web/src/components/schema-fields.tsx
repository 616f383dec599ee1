import { z } from "zod";
import { TextAreaField, TextField } from "./field";

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Values = Readonly<Record<string, unknown>>;

const isOmissible = (schema: unknown): boolean => schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;

const valueOf = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? valueOf(schema.unwrap()) : schema;

/** Tells whether an empty field is sent as null. Otherwise it is left out. */
const mayBeNull = (schema: unknown): boolean =>
  schema instanceof z.ZodNullable || (schema instanceof z.ZodOptional && mayBeNull(schema.unwrap()));

/** Turns what was typed into the value of a field. A field without text has no value. */
const typedValue = (schema: unknown, typed: unknown): unknown => {
  const text = typeof typed === "string" ? typed : "";
  if (text.trim() === "" && isOmissible(schema)) return mayBeNull(schema) ? null : undefined;
  return valueOf(schema) instanceof z.ZodNumber && text.trim() !== "" ? Number(text) : text;
};

/** The input of a form of {@link SchemaFields}, for its schema. */
export const typedValues = (shape: Shape, values: Values): Values =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, typedValue(schema, values[name])]));

/** The maximum number of characters of a text in one line. */
const MAX_LINE = 200;

const shown = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

type SchemaFieldsProps = {
  readonly shape: Shape;
  readonly labels: Readonly<Record<string, string>>;
  /** The initial texts of the fields. */
  readonly values?: Values | undefined;
};

/** A control for each field of a schema of plain values: texts and numbers, some of which may be missing. */
export const SchemaFields = ({ shape, labels, values = {} }: SchemaFieldsProps) =>
  Object.entries(shape).map(([name, schema]) => {
    const value = valueOf(schema);
    const maxLength = value instanceof z.ZodString ? Number(value.meta()?.["maxLength"] ?? MAX_LINE) : MAX_LINE;
    const common = {
      name,
      label: labels[name] ?? name,
      isOptional: isOmissible(schema),
      defaultValue: shown(values[name]),
      maxLength,
      autoComplete: "off",
    };
    if (maxLength > MAX_LINE) return <TextAreaField key={name} {...common} rows={4} />;
    return <TextField key={name} {...common} {...(value instanceof z.ZodNumber && { inputMode: "numeric" })} />;
  });
