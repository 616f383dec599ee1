import type { Operation } from "./openapi-operation.js";
import type { Json } from "./openapi-schemas.js";

type Kind = "examples" | "headers" | "links" | "parameters" | "responses";

/** A part of an operation that other operations may have as well. */
type Part = {
  readonly kind: Kind;
  readonly name: string;
  /** The operation and the status of the response that contain the part. */
  readonly at: readonly string[];
  readonly value: Json;
};

/** @returns What replaces the part. */
type Visit = (part: Part) => Json;

type Paths = Record<string, Record<string, Operation>>;
type Response = Operation["responses"][string];
type Components = { readonly schemas: Record<string, Json>; readonly headers: Record<string, Json> } & Partial<
  Record<Kind, Record<string, Json>>
>;
type Shareable = { readonly paths: Paths; readonly webhooks?: Paths; readonly components: Components };

const mapEntries = <Value, Result>(entries: Record<string, Value>, map: (name: string, value: Value) => Result) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(name, value)]));

/**
 * Names an error after its code, or after the first of several codes: `not_found` becomes `NotFound`. A 304 is
 * `NotModified`.
 */
const nameOfResponse = (status: string, { content = {} }: Response): string => {
  if (status === "304") return "NotModified";
  const [media] = Object.values(content) as readonly { readonly examples?: Json }[];
  const [code = `error_${status}`] = Object.keys(media?.examples ?? {});
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
};

const rebuildContent = (content: Record<string, Json>, at: readonly string[], visit: Visit) =>
  mapEntries(content, (_, { examples, ...media }) => ({
    ...media,
    ...(examples !== undefined && {
      examples: mapEntries(examples as Record<string, Json>, (name, value) =>
        visit({ kind: "examples", name, at, value }),
      ),
    }),
  }));

/** Rebuilds the parts inside a response. */
const rebuildResponse = (response: Response, at: readonly string[], visit: Visit): Response => {
  if ("$ref" in response) return response;
  const { headers = {}, content, links } = response;
  const visitAll = (kind: Kind, parts: Record<string, Json>) =>
    mapEntries(parts, (name, value) => visit({ kind, name, at, value }));
  return {
    ...response,
    headers: visitAll("headers", headers),
    ...(content && { content: rebuildContent(content, at, visit) }),
    ...(links && { links: visitAll("links", links) as typeof links }),
  };
};

const rebuildOperation = (operation: Operation, visit: Visit): Operation => {
  const { operationId = "", parameters = [], requestBody, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((value) => {
      const name = `${String(value["in"])}.${String(value["name"])}`;
      return visit({ kind: "parameters", name, at: [operationId], value }) as typeof value;
    }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: rebuildContent(requestBody.content, [operationId], visit) },
    }),
    responses: mapEntries(responses, (status, value) => {
      const at = [operationId, status];
      // A webhook has ranges of statuses.
      const isShareable = Number(status) >= 300;
      const name = nameOfResponse(status, value);
      const visited = isShareable ? (visit({ kind: "responses", name, at, value }) as Response) : value;
      return rebuildResponse(visited, at, visit);
    }),
  };
};

const rebuild = <Document extends Shareable>(document: Document, visit: Visit): Document => {
  const rebuildAll = (paths: Paths) =>
    mapEntries(paths, (_, operations) => mapEntries(operations, (_method, one) => rebuildOperation(one, visit)));
  const { paths, webhooks, components } = document;
  const responses = components.responses as Operation["responses"] | undefined;
  return {
    ...document,
    paths: rebuildAll(paths),
    ...(webhooks && { webhooks: rebuildAll(webhooks) }),
    components: {
      ...components,
      ...(responses && { responses: mapEntries(responses, (name, one) => rebuildResponse(one, [name], visit)) }),
    },
  };
};

const keyOf = ({ kind, name, value }: Part) => `${kind} ${name} ${JSON.stringify(value)}`;

/** Generated clients have no code for these parts. */
const withoutCode: readonly string[] = ["examples", "headers", "links"];

/** A generated client makes a type of each component that it has code for, and writes its name without punctuation. */
const typeOf = (kind: Kind | "schemas", name: string) =>
  `${withoutCode.includes(kind) ? kind : "type"} ${name.replace(/[^A-Za-z0-9]/g, "").toLowerCase()}`;

/** A header is short, so two copies are easier to read than two references. */
const minUses: Readonly<Record<Kind, number>> = { examples: 2, headers: 3, links: 2, parameters: 2, responses: 2 };

const referenceTo = (kind: Kind, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Whether a component and references to it are shorter than the copies. */
const isShorter = ({ kind, name, value }: Part, count: number) => {
  const { length } = JSON.stringify(value);
  return length + count * JSON.stringify(referenceTo(kind, name)).length < count * length;
};

/** Returns the names of the parts that become components, by the keys of the parts. */
const nameRepeated = (document: Shareable, kinds: readonly Kind[]): ReadonlyMap<string, string> => {
  const uses = new Map<string, { readonly first: Part; readonly count: number }>();
  rebuild(document, (part) => {
    const { first = part, count = 0 } = uses.get(keyOf(part)) ?? {};
    uses.set(keyOf(part), { first, count: count + 1 });
    return part.value;
  });
  const taken = new Set(
    (["schemas", ...kinds] as const).flatMap((kind) =>
      Object.keys(document.components[kind] ?? {}).map((name) => typeOf(kind, name)),
    ),
  );
  const names = new Map<string, string>();
  for (const [key, { first, count }] of uses) {
    if (!kinds.includes(first.kind) || count < minUses[first.kind] || !isShorter(first, count)) continue;
    const candidates = [0, 1, 2].map((depth) => [first.name, ...first.at.slice(0, depth)].join("."));
    const name = candidates.find((one) => !taken.has(typeOf(first.kind, one)));
    if (name === undefined) throw new Error(`two components would have the name ${candidates.at(-1)}; rename a schema`);
    taken.add(typeOf(first.kind, name));
    names.set(key, name);
  }
  return names;
};

const shareKinds = <Document extends Shareable>(document: Document, kinds: readonly Kind[]): Document => {
  const names = nameRepeated(document, kinds);
  const shared = Object.fromEntries(kinds.map((kind) => [kind, { ...document.components[kind] }]));
  const rebuilt = rebuild(document, (part) => {
    const name = names.get(keyOf(part));
    if (name === undefined) return part.value;
    Object.assign(shared[part.kind] ?? {}, { [name]: part.value });
    return referenceTo(part.kind, name);
  });
  const components = Object.entries({ ...rebuilt.components, ...shared });
  return {
    ...rebuilt,
    components: Object.fromEntries(components.filter(([, parts]) => Object.keys(parts).length > 0)),
  };
};

/**
 * Moves what operations repeat into the components of the document, if that makes the document shorter: errors, 304
 * responses, parameters, examples, links, and headers that three or more have. A component is named after its part
 * (`NotFound`, `query.cursor`, `ETag`). If different parts have the same name, the later ones also get the name of the
 * first operation that has them (`NotFound.getOrder`).
 * @param document - An OpenAPI document whose operations refer only to schemas and shared headers.
 */
export const shareRepeated = <Document extends Shareable>(document: Document): Document => {
  // A shared response has its own examples, headers and links only once.
  const shared = shareKinds(shareKinds(document, ["parameters", "responses"]), ["examples", "headers", "links"]);
  const { schemas, ...parts } = shared.components;
  const sorted = Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...shared, components: { schemas, ...Object.fromEntries(sorted) } };
};
