import * as z from "zod";

/**
 * The schemas of what tells of a person: of customers, of staff, and texts that staff write about either. It is not
 * the registry of the documents, so that a mark changes nothing in them.
 */
const marks = z.registry<{ readonly reach: Reach }>();

/**
 * Whether the erasure of a customer has to reach a value, wherever it was stored. `kept` is what tells of staff, and what is
 * documented as no place for a customer's data.
 */
type Reach = "erased" | "kept";

/**
 * Marks a field as personal. Three things follow from the mark: no cache stores a response that can have the field, no log
 * has its value, and the erasure of the customer removes it. The mark stays on what `meta` makes of the schema, and inside
 * of what wraps it.
 * @returns a schema of its own: the one that is given stays as it is
 */
export const personal = <Schema extends z.ZodType>(schema: Schema, reach: Reach = "erased"): Schema =>
  (schema.clone() as z.ZodType).register(marks, { reach }) as Schema;

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.core.$ZodType;

type Part = readonly [name: string, schema: z.ZodType];

/** The schemas directly inside of one: of its fields, which have names, its entries and options, or of what it wraps. */
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

/** The paths of the marked fields of a schema, each once: `customer.email`. Items have the name of their list. */
export const personalFieldsOf = (schema: unknown): string[] => pathsOf(fieldsOf(schema));

/** The {@link personalFieldsOf} a schema whose values the erasure of a customer has to reach. */
export const erasedFieldsOf = (schema: unknown): string[] =>
  pathsOf(fieldsOf(schema).filter(({ reach }) => reach === "erased"));
