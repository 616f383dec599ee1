import type { Operation } from "./openapi-operation.js";
import type { Json } from "./openapi-schemas.js";

type Kind = "headers" | "links" | "parameters" | "responses";

/** A part of an operation that other operations may have as well. */
type Part = {
  readonly kind: Kind;
  readonly name: string;
  /** The operation and the status of the response that contain the part. */
  readonly at: readonly string[];
  readonly value: Json;
};

/** @returns What replaces the part. @param rebuilt - The part, after its headers were replaced. */
type Visit = (part: Part, rebuilt: Json) => Json;

type Paths = Record<string, Record<string, Operation>>;
type Components = { readonly schemas: Record<string, Json>; readonly headers: Record<string, Json> };
type Response = Operation["responses"][string];

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

const rebuildResponse = (operationId: string, status: string, value: Response, visit: Visit): Response => {
  const at = [operationId, status];
  const headers = mapEntries(value.headers ?? {}, (name, header) =>
    visit({ kind: "headers", name, at, value: header }, header),
  );
  const links = mapEntries(value.links ?? {}, (name, link) => visit({ kind: "links", name, at, value: link }, link));
  const rebuilt = { ...value, headers, ...(value.links && { links }) } as Response;
  // A webhook has ranges of statuses.
  if (!(Number(status) >= 300)) return rebuilt;
  return visit({ kind: "responses", name: nameOfResponse(status, value), at, value }, rebuilt) as Response;
};

const rebuildOperation = (operation: Operation, visit: Visit): Operation => {
  const { operationId = "", parameters = [], responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((value) => {
      const name = `${String(value["in"])}.${String(value["name"])}`;
      return visit({ kind: "parameters", name, at: [operationId], value }, value) as typeof value;
    }),
    responses: mapEntries(responses, (status, value) => rebuildResponse(operationId, status, value, visit)),
  };
};

const rebuild = (paths: Paths, visit: Visit): Paths =>
  mapEntries(paths, (_, operations) => mapEntries(operations, (_method, one) => rebuildOperation(one, visit)));

const keyOf = ({ kind, name, value }: Part) => `${kind} ${name} ${JSON.stringify(value)}`;

/**
 * A generated client makes a type of each component except headers and links, and writes its name without punctuation.
 */
const typeOf = (kind: Kind | "schemas", name: string) =>
  `${kind === "headers" || kind === "links" ? kind : "type"} ${name.replace(/[^A-Za-z0-9]/g, "").toLowerCase()}`;

/**
 * If only two operations shared a response, it would make a generated client larger than two copies do. Links make no
 * code, and parameters little.
 */
const minUses = { headers: 3, links: 2, parameters: 2, responses: 3 } as const;

/** Returns the names of the parts that become components, by the keys of the parts. */
const nameRepeated = (paths: Paths, schemas: Json): ReadonlyMap<string, string> => {
  const uses = new Map<string, { readonly first: Part; readonly count: number }>();
  rebuild(paths, (part, rebuilt) => {
    const { first = part, count = 0 } = uses.get(keyOf(part)) ?? {};
    uses.set(keyOf(part), { first, count: count + 1 });
    return rebuilt;
  });
  const taken = new Set(Object.keys(schemas).map((name) => typeOf("schemas", name)));
  const names = new Map<string, string>();
  for (const [key, { first, count }] of uses) {
    if (count < minUses[first.kind]) continue;
    const candidates = [0, 1, 2].map((depth) => [first.name, ...first.at.slice(0, depth)].join("."));
    const name = candidates.find((one) => !taken.has(typeOf(first.kind, one)));
    if (name === undefined) throw new Error(`two components would have the name ${candidates.at(-1)}; rename a schema`);
    taken.add(typeOf(first.kind, name));
    names.set(key, name);
  }
  return names;
};

/**
 * Moves the errors, 304 responses, parameters, headers and links that three operations or more repeat into the components of the document. A component is named after its part (`NotFound`, `query.cursor`, `ETag`). If different parts have the same name, the later ones also get the name of the first operation that has them (`NotFound.getOrder`).
 * @param document - An OpenAPI document whose operations refer only to schemas and shared headers.
 */
export const shareRepeated = <
  Document extends { readonly paths: Paths; readonly webhooks?: Paths; readonly components: Components },
>(
  document: Document,
): Document => {
  const { schemas, headers, ...rest } = document.components;
  const { webhooks } = document;
  const names = nameRepeated({ ...document.paths, ...webhooks }, schemas);
  const shared: Record<Kind, Record<string, Json>> = {
    headers: { ...headers },
    links: {},
    parameters: {},
    responses: {},
  };
  const share: Visit = (part, rebuilt) => {
    const name = names.get(keyOf(part));
    if (name === undefined || "$ref" in part.value) return rebuilt;
    shared[part.kind][name] = rebuilt;
    return { $ref: `#/components/${part.kind}/${name}` };
  };
  const paths = rebuild(document.paths, share);
  const shownWebhooks = webhooks && { webhooks: rebuild(webhooks, share) };
  const used = Object.fromEntries(Object.entries(shared).filter(([, parts]) => Object.keys(parts).length > 0));
  return { ...document, paths, ...shownWebhooks, components: { schemas, ...used, ...rest } };
};
