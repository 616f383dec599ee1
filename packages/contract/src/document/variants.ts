import { VARIANTS, type Variant, type Variants } from "../http/variants.js";
import type { Json, JsonSchema } from "./openapi-schemas.js";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the schema of a field without a value. */
const emptied = ({ type, description, items }: Json): Json =>
  type === "array" ? { type, items, maxItems: 0, description, examples: [[]] } : { type: "null", description };

/** Returns the schema of a field that must have a value. An array without items does not count as a value. */
const filled = (schema: Json): Json => (schema["type"] === "array" ? { ...schema, minItems: 1 } : schema);

/** Returns the schema of one form of a body. @param naming - The schema of the discriminator. */
const formOf = (whole: JsonSchema, discriminator: string | undefined, naming: Json, form: Variant): Json => {
  const {
    minProperties: _least,
    maxProperties: _most,
    examples: _examples,
    properties = {},
    required: always = [],
    ...rest
  } = whole;
  const { description, omits = [], empties = [], requires = [], values } = form;
  const ofForm = (name: string, schema: Json) =>
    empties.includes(name) ? emptied(schema) : requires.includes(name) ? filled(schema) : schema;
  const kept = Object.entries(properties)
    .filter(([name]) => !omits.includes(name))
    .map(([name, schema]) => [name, ofForm(name, schema)]);
  const required = [...new Set([...always, ...requires])].filter((name) => !omits.includes(name));
  const named = discriminator !== undefined && values !== undefined;
  return {
    ...rest,
    properties: {
      ...Object.fromEntries(kept),
      ...(named && { [discriminator]: { ...naming, enum: values, description: "Names the form of the body." } }),
    },
    ...(required.length > 0 && { required }),
    description,
  };
};

const mappingOf = (forms: readonly Variant[]) =>
  Object.fromEntries(forms.flatMap(({ id, values = [] }) => values.map((value) => [value, reference(id).$ref])));

const nameOf = (schema: Json | undefined) => {
  const target = schema?.["$ref"];
  return typeof target === "string" ? target.replace(/^.*\//, "") : "";
};

/**
 * Replaces each component that has forms with a `oneOf` of them. The forms refuse unknown fields, so a body has at most
 * one of them. The component of a discriminator is replaced as well: each form lists its own values.
 */
export const withVariants = (components: Record<string, Json>): Record<string, Json> => {
  const replaced = new Set<string>();
  const all = Object.fromEntries(
    Object.entries(components).flatMap(([name, { [VARIANTS]: given, ...whole }]): [string, Json][] => {
      if (given === undefined) return [[name, whole]];
      const { discriminator, forms } = given as Variants;
      const { description, examples } = whole;
      const naming = nameOf((whole as JsonSchema).properties?.[discriminator ?? ""]);
      replaced.add(naming);
      const meaning = components[naming]?.["description"];
      const union = {
        oneOf: forms.map(({ id }) => reference(id)),
        ...(discriminator !== undefined && {
          discriminator: { propertyName: discriminator, mapping: mappingOf(forms) },
        }),
        description: [description, ...(typeof meaning === "string" ? [`\`${discriminator}\`: ${meaning}`] : [])].join(
          " ",
        ),
        examples,
      };
      const formed = (form: Variant) => formOf(whole, discriminator, components[naming] ?? {}, form);
      return [[name, union], ...forms.map((form): [string, Json] => [form.id, formed(form)])];
    }),
  );
  return Object.fromEntries(Object.entries(all).filter(([name]) => !replaced.has(name)));
};
