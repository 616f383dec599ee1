type Json = Record<string, unknown>;

/** References to schemas are kept, because programs use the names of schemas as types. */
const reference = /^#\/components\/(examples|headers|links|parameters|responses)\/(.+)$/;

/**
 * Replaces each reference to an example, a header, a link, a parameter or a response with its content.
 * @param document - An OpenAPI document of this package.
 * @returns The document with the same operations, whose only references lead to schemas.
 */
export const inlineComponents = <
  Document extends { readonly paths: object; readonly webhooks?: object; readonly components: object },
>(
  document: Document,
): Document => {
  const { examples, headers, links, parameters, responses, ...rest } = document.components as Record<
    string,
    Record<string, Json>
  >;
  const components: Record<string, Record<string, Json> | undefined> = {
    examples,
    headers,
    links,
    parameters,
    responses,
  };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const [, kind = "", name = ""] = reference.exec(String((value as Json)["$ref"])) ?? [];
    const target = components[kind]?.[name];
    if (target !== undefined) return inline(target);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
  };
  const webhooks = document.webhooks && { webhooks: inline(document.webhooks) };
  return { ...document, paths: inline(document.paths), ...webhooks, components: rest };
};
