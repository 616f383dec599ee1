import { Badge, Code, commaSeparated, Heading, InlineMarkdown, Markdown, Method } from "../components.js";
import { headerAnchor, type Interface, operationsOf, titleOfTag, v1 } from "../openapi.js";
import type { PageContent } from "../page-content.js";
import { OperationSection } from "./operation.js";
import { Fields, TypeOf } from "./schema.js";

const Operations = ({ of, tag }: { readonly of: Interface; readonly tag: string }) => (
  <ul className="operations">
    {operationsOf(of, tag).map(({ operationId, method, path, href, summary, ...operation }) => (
      <li key={operationId}>
        <a href={href}>
          <Method name={method} /> <code className="path">{path}</code>
        </a>{" "}
        <span>{summary}</span> {operation["x-stability"] !== "beta" && <Badge kind={operation["x-stability"]} />}
      </li>
    ))}
  </ul>
);

type DescribedHeader = { readonly description: string; readonly example: string | undefined };

/**
 * Returns every response header of the interface with its meanings. A header can mean different things in two
 * operations.
 */
const headersOf = (of: Interface): ReadonlyMap<string, readonly DescribedHeader[]> => {
  const all = new Map<string, Map<string, DescribedHeader>>();
  for (const { responses } of of.operations) {
    for (const { headers = {} } of Object.values(responses)) {
      for (const [name, { description = "", example }] of Object.entries(headers)) {
        const known = all.get(name) ?? new Map<string, DescribedHeader>();
        all.set(name, known.has(description) ? known : known.set(description, { description, example }));
      }
    }
  }
  return new Map([...all].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, one]) => [name, [...one.values()]]));
};

const Headers = ({ of }: { readonly of: Interface }) => (
  <dl className="fields">
    {[...headersOf(of)].map(([name, meanings]) => (
      <div key={name} id={headerAnchor(name)}>
        <dt>
          <code>{name}</code>
        </dt>
        {meanings.map(({ description, example }) => (
          <dd key={description}>
            <InlineMarkdown text={description} />
            {example && (
              <>
                {" "}
                For example <code>{example}</code>
              </>
            )}
          </dd>
        ))}
      </div>
    ))}
  </dl>
);

const overview = (of: Interface): PageContent => ({
  href: of.href,
  title: of.info.title === "Pet Store" ? "All operations" : `${of.info.title}: all operations`,
  description: `Every operation below ${of.basePath}, with its response header fields.`,
  headings: [
    ...of.tags.map(({ name }) => ({ id: name, text: titleOfTag(name), depth: 2 })),
    { id: "response-header-fields", text: "Response header fields", depth: 2 },
  ],
  entries: [...headersOf(of).keys()].map((name) => ({
    text: name,
    kind: "response header",
    href: `${of.href}#${headerAnchor(name)}`,
  })),
  body: (
    <>
      <Markdown text={of.info.description} />
      {of.tags.map(({ name, description }) => (
        <section key={name} aria-labelledby={name}>
          <Heading level={2} id={name}>
            {titleOfTag(name)}
          </Heading>
          <Markdown text={description} />
          <Operations of={of} tag={name} />
        </section>
      ))}
      <Heading level={2} id="response-header-fields">
        Response header fields
      </Heading>
      <p>
        Most responses have {commaSeparated(of.usualHeaders.map((name) => <code key={name}>{name}</code>))}; the pages
        of the operations name the others.
      </p>
      <Headers of={of} />
    </>
  ),
});

const tagPage = (of: Interface, { name, description }: Interface["tags"][number]): PageContent => {
  const operations = operationsOf(of, name);
  return {
    href: `${of.href}/${name}`,
    title: titleOfTag(name),
    description: `${description} ${operations.map(({ summary }) => summary).join(", ")}.`,
    headings: operations.map(({ operationId, summary }) => ({ id: operationId, text: summary, depth: 2 })),
    entries: operations.map(({ href, method, path, summary, operationId }) => ({
      text: `${method} ${path}`,
      kind: `operation: ${summary}, ${operationId}`,
      href,
    })),
    script: "tryIt",
    hasSamples: of === v1,
    body: (
      <>
        <Markdown text={description} />
        {operations.map((operation) => (
          <OperationSection key={operation.operationId} of={of} operation={operation} />
        ))}
      </>
    ),
  };
};

const schemasPage = (of: Interface): PageContent => {
  const schemas = Object.entries(of.components.schemas);
  const href = `${of.href}/schemas`;
  return {
    href,
    title: "Schemas",
    description: `The JSON values that requests and responses below ${of.basePath} consist of.`,
    headings: schemas.map(([name]) => ({ id: name, text: name, depth: 2 })),
    entries: schemas.map(([name]) => ({ text: name, kind: `schema below ${of.basePath}`, href: `${href}#${name}` })),
    body: schemas.map(([name, schema]) => (
      <section key={name} aria-labelledby={name}>
        <Heading level={2} id={name}>
          {name}
        </Heading>
        {schema.description && <Markdown text={schema.description} />}
        {schema.properties === undefined && (
          <p className="type">
            <TypeOf of={of} schema={schema} />
          </p>
        )}
        <Fields of={of} schema={schema} />
        {schema.examples?.[0] !== undefined && (
          <Code label="Example">{JSON.stringify(schema.examples[0], null, 2)}</Code>
        )}
      </section>
    )),
  };
};

/** Returns the pages of one OpenAPI document: an overview of all operations, one page for each tag, and the schemas. */
export const referencePages = (of: Interface): PageContent[] => [
  overview(of),
  ...of.tags.filter(({ name }) => operationsOf(of, name).length > 0).map((tag) => tagPage(of, tag)),
  schemasPage(of),
];
