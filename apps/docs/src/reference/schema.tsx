import type { ReactNode } from "react";
import { Badge, InlineMarkdown } from "../components.js";
import { type Interface, type Schema, schemaHref, schemaName } from "../openapi.js";

/** Writes a value as it is written in a request. */
export const show = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const bounds = (least: number | undefined, most: number | undefined, unit: string): string | undefined => {
  const written = (value: number) => (value > 999_999_999 ? String(value) : value.toLocaleString("en"));
  if (least !== undefined && most !== undefined) return `${written(least)} to ${written(most)}${unit}`;
  if (least !== undefined) return `at least ${written(least)}${unit}`;
  return most === undefined ? undefined : `at most ${written(most)}${unit}`;
};

/**
 * The description of a field is clearer to people than a pattern that is longer than this. Programs find the pattern in
 * the document.
 */
const MAX_SHOWN_PATTERN = 30;

const rulesOf = (schema: Schema): string[] => {
  const { format, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  return [
    format,
    bounds(minimum, maximum, ""),
    bounds(minLength, maxLength, " characters"),
    bounds(minItems, maxItems, " items"),
    pattern !== undefined && pattern.length <= MAX_SHOWN_PATTERN ? `matches ${pattern}` : undefined,
    schema.default === undefined ? undefined : `default ${show(schema.default)}`,
  ].filter((rule) => rule !== undefined);
};

const separated = (parts: readonly ReactNode[], word: string): ReactNode[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [word, part]));

type Props = { readonly of: Interface; readonly schema: Schema };

const describeKind = (of: Interface, { type: types, ...rest }: Schema): ReactNode[] => {
  const [type, orNull] = [types ?? []].flat();
  const schema = { ...rest, ...(type !== undefined && { type }) };
  if (orNull !== undefined) return [...describeKind(of, schema), ` or ${orNull}`];
  const { $ref, anyOf, oneOf, items } = schema;
  if ($ref !== undefined) {
    const name = schemaName($ref);
    return [
      <a key={name} href={schemaHref(of, name)}>
        {name}
      </a>,
    ];
  }
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) {
    return separated(
      choices.map((choice, at) => <TypeOf key={at} of={of} schema={choice} />),
      " or ",
    );
  }
  if (schema.const !== undefined) return [<code key="const">{show(schema.const)}</code>];
  const values = schema.enum ?? schema["x-extensible-enum"];
  if (values !== undefined) {
    return [
      "one of ",
      ...separated(
        values.map((value) => <code key={show(value)}>{show(value)}</code>),
        " ",
      ),
    ];
  }
  if (items !== undefined) return ["array of ", <TypeOf key="items" of={of} schema={items} />];
  return [type ?? "any value"];
};

/** Shows a schema in one line: its type, or the schema that it refers to, and its rules. */
export const TypeOf = ({ of, schema }: Props): ReactNode => (
  <>
    {describeKind(of, schema)}
    {rulesOf(schema).map((rule) => `, ${rule}`)}
  </>
);

/** Returns the schema whose fields are shown: the schema itself or, for an array, the schema of its items. */
const objectOf = (schema: Schema): Schema | undefined => {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return objectOf(schema.items);
  return (schema.anyOf ?? schema.oneOf)?.map(objectOf).find((one) => one !== undefined);
};

const Field = ({
  name,
  schema,
  of,
  isRequired,
}: Props & { readonly name: string; readonly isRequired: boolean }): ReactNode => {
  const nested = schema.$ref === undefined ? objectOf(schema) : undefined;
  return (
    <div>
      <dt>
        <code>{name}</code>{" "}
        <span className="type">
          <TypeOf of={of} schema={schema} />
        </span>{" "}
        {isRequired && <span className="required">required</span>}
      </dt>
      <dd>
        {schema.description && <InlineMarkdown text={schema.description} />}
        {nested && <Fields of={of} schema={nested} />}
      </dd>
    </div>
  );
};

/** Shows the fields of an object, and of the objects inside it. */
export const Fields = ({ of, schema }: Props): ReactNode => {
  const { properties = {}, required = [] } = objectOf(schema) ?? {};
  const entries = Object.entries(properties);
  if (entries.length === 0) return null;
  return (
    <dl className="fields">
      {entries.map(([name, field]) => (
        <Field key={name} name={name} schema={field} of={of} isRequired={required.includes(name)} />
      ))}
    </dl>
  );
};

export const Stability = ({ value }: { readonly value: string | undefined }) =>
  value === undefined || value === "stable" ? null : <Badge kind={value} />;
