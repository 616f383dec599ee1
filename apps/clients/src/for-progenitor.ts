type Parameter = { readonly $ref?: string; readonly style?: string };
type Operation = {
  readonly requestBody?: { content: Record<string, unknown> };
  readonly responses: Record<string, unknown>;
  parameters?: Parameter[];
};
type Document = {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly parameters: Record<string, Parameter> };
};

/** Returns the media types of a response with their schemas, without its examples. */
const contentOf = (response: unknown): string => {
  const { content = {} } = response as { readonly content?: Readonly<Record<string, { readonly schema?: object }>> };
  return JSON.stringify(Object.entries(content).map(([type, { schema }]) => [type, schema]));
};

/**
 * progenitor supports only one successful response of an operation. If an operation has several, this keeps the last
 * one, which is the one without `dryRun`. If all have the same content, as for a note that the pet may already have,
 * the last one stands for every status of a success.
 */
const keepOneSuccess = ({ responses }: Operation) => {
  const successes = Object.keys(responses).filter((status) => status.startsWith("2"));
  const last = successes.at(-1);
  if (successes.length < 2 || last === undefined) return;
  const kept = responses[last];
  const isSame = successes.every((status) => contentOf(responses[status]) === contentOf(kept));
  for (const status of successes) delete responses[status];
  responses[isSame ? "2XX" : last] = kept;
};

/** progenitor refuses the whole document for a parameter of this style, which the filters by attributes have. */
const isDeepObject = ({ style }: Parameter = {}) => style === "deepObject";

/**
 * Keeps one media type of a body: JSON, or else the bytes of a file. progenitor refuses every limit of such bytes.
 * @returns False if progenitor cannot send the body.
 */
const keepOneBody = ({ requestBody }: Operation): boolean => {
  if (requestBody === undefined) return true;
  const { "application/json": json, "application/octet-stream": bytes } = requestBody.content;
  requestBody.content = json
    ? { "application/json": json }
    : { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  return json !== undefined || bytes !== undefined;
};

/** progenitor cannot name the variants of an enumeration of signs, such as `.` and `,`. So these stay plain texts. */
const withoutSigns = (key: string, value: unknown): unknown =>
  key === "enum" && Array.isArray(value) && value.some((one) => typeof one === "string" && !/\w/.test(one))
    ? undefined
    : value;

/** Removes from an OpenAPI 3.0 document what progenitor does not support. */
export const forProgenitor = (text: string): string => {
  const document = JSON.parse(text) as Document;
  const { parameters } = document.components;
  for (const item of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      keepOneSuccess(operation);
      operation.parameters = (operation.parameters ?? []).filter(
        (one) => !isDeepObject(one.$ref === undefined ? one : parameters[one.$ref.replace(/^.*\//, "")]),
      );
      if (!keepOneBody(operation)) delete item[method];
    }
  }
  for (const [name, one] of Object.entries(parameters)) if (isDeepObject(one)) delete parameters[name];
  return JSON.stringify(document, withoutSigns, 2);
};
