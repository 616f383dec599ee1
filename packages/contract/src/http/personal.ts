import * as z from "zod";

/**
 * Registers the schemas of data about people: customers, staff, and texts that staff write about either. It is not the
 * registry that the documents use, so a mark does not change the documents.
 */
const marks = z.registry<{ readonly reach: Reach }>();

/**
 * Says whether erasing a customer must also erase a value, wherever it is stored. Data about staff is `kept`. So are
 * fields whose documentation says that they are not meant for a customer's data.
 */
type Reach = "erased" | "kept";

/**
 * Marks a field as personal. Three things follow from the mark: no cache stores a response that can have the field, no
 * log has its value, and the erasure of the customer removes it. The mark stays when `meta` is called or another schema
 * wraps the marked one.
 * @returns a new schema; the given one stays unchanged
 */
export const personal = <Schema extends z.ZodType>(schema: Schema, reach: Reach = "erased"): Schema =>
  (schema.clone() as z.ZodType).register(marks, { reach }) as Schema;

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.core.$ZodType;

type Part = readonly [name: string, schema: z.ZodType];

/**
 * Returns the schemas directly inside a schema: those of its fields (with their names), of its entries and of its
 * options, or the schema that it wraps.
 */
const partsOf = (schema: z.ZodType): Part[] => {
  const definition = schema.def as unknown as Readonly<Record<string, unknown>>;
  const getter = definition["getter"];
  const parts = Object.entries(definition).flatMap(([key, part]): [string, unknown][] =>
    key === "shape"
      ? Object.entries(part as object)
      : Array.isArray(part)
        ? part.map((one) => ["", one])
        : [["", part]],
  );
  const lazy: [string, unknown][] = typeof getter === "function" ? [["", getter()]] : [];
  return [...parts, ...lazy].filter((part): part is [string, z.ZodType] => isSchema(part[1]));
};

type Field = { readonly path: string; readonly reach: Reach };

const fieldsOf = (schema: unknown, path = "", above: readonly unknown[] = []): Field[] => {
  if (!isSchema(schema) || above.includes(schema)) return [];
  const mark = marks.get(schema);
  if (mark !== undefined) return [{ path, ...mark }];
  return partsOf(schema).flatMap(([name, part]) =>
    fieldsOf(part, [path, name].filter((step) => step !== "").join("."), [...above, schema]),
  );
};

const pathsOf = (fields: readonly Field[]): string[] => [...new Set(fields.map(({ path }) => path))];

/**
 * Returns the paths of the marked fields of a schema, each once, such as `customer.email`. The path of an item of a
 * list has the name of the list.
 */
export const personalFieldsOf = (schema: unknown): string[] => pathsOf(fieldsOf(schema));

/** Returns those of the {@link personalFieldsOf} a schema that must also be erased with a customer. */
export const erasedFieldsOf = (schema: unknown): string[] =>
  pathsOf(fieldsOf(schema).filter(({ reach }) => reach === "erased"));
