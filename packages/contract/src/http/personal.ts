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

/** Registers the schemas of secrets that a request can have. */
const secrets = z.registry<{ readonly isSecret: true }>();

/**
 * Marks a field of a request as secret, such as a password: no error repeats the value that was sent. The mark stays
 * when `meta` is called or another schema wraps the marked one.
 * @returns a new schema; the given one stays unchanged
 */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema =>
  (schema.clone() as z.ZodType).register(secrets, { isSecret: true }) as Schema;

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

/** The schemas directly below a field or an entry with this name, whatever wraps them. */
const below = (schema: z.ZodType, step: PropertyKey, above: readonly unknown[] = []): z.ZodType[] => {
  if (above.includes(schema) || marks.get(schema) !== undefined || secrets.get(schema) !== undefined) return [];
  const { def } = schema as unknown as { def: { type: string; shape?: Record<PropertyKey, z.ZodType> } };
  if (def.shape !== undefined) return Object.hasOwn(def.shape, step) ? [def.shape[step] as z.ZodType] : [];
  const parts = partsOf(schema).map(([, part]) => part);
  if (def.type === "array" || def.type === "record" || def.type === "tuple") return parts;
  return parts.flatMap((part) => below(part, step, [...above, schema]));
};

const hasSecret = (schema: unknown, above: readonly unknown[] = []): boolean =>
  isSchema(schema) &&
  !above.includes(schema) &&
  (secrets.get(schema) !== undefined || partsOf(schema).some(([, part]) => hasSecret(part, [...above, schema])));

/**
 * Tells whether an error may repeat the value that was sent for a field. It may if the schema declares the field and
 * neither the field nor anything in it is marked as personal or secret.
 * @param path - The path of the value, as in the issue of a schema.
 */
export const isTellable = (schema: unknown, path: readonly PropertyKey[]): boolean => {
  if (!isSchema(schema)) return false;
  const [step, ...rest] = path;
  if (step === undefined) return fieldsOf(schema).length === 0 && !hasSecret(schema);
  const found = below(schema, step);
  return found.length > 0 && found.every((one) => isTellable(one, rest));
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
