import { DEPRECATIONS_PATH } from "@petstore/contract/routes";
import { Badge, Code, commaSeparated, Heading, InlineMarkdown, Markdown, Method } from "../components.js";
import {
  headerHref,
  type Interface,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
  schemaName,
  v1,
} from "../openapi.js";
import { Samples } from "./samples.js";
import { Fields, Stability, TypeOf } from "./schema.js";
import { TryIt } from "./try-it.js";

type Props = { readonly of: Interface; readonly operation: Operation };

const Parameters = ({ of, operation }: Props) => {
  const { parameters = [] } = operation;
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>Parameters</h3>
      <dl className="fields">
        {parameters.map((parameter) => (
          <ParameterRow key={parameter.in + parameter.name} of={of} parameter={parameter} operation={operation} />
        ))}
      </dl>
    </>
  );
};

const ParameterRow = ({ of, parameter, operation }: Props & { readonly parameter: Parameter }) => {
  const { name, schema, description = "", required = false } = parameter;
  const stability = parameter["x-stability"];
  return (
    <div>
      <dt>
        <code>{name}</code>{" "}
        <span className="type">
          {parameter.in}, <TypeOf of={of} schema={schema} />
        </span>{" "}
        {required && <span className="required">required</span>}{" "}
        {stability !== operation["x-stability"] && <Stability value={stability} />}
      </dt>
      <dd>
        <InlineMarkdown text={description} />
      </dd>
    </div>
  );
};

/** Follows references and arrays to the schema that has the fields of a body. */
const follow = (of: Interface, schema: Schema): Schema => {
  const { $ref, items } = schema;
  if ($ref !== undefined) return follow(of, of.components.schemas[schemaName($ref)] ?? {});
  return items === undefined ? schema : follow(of, items);
};

const Body = ({ of, operation: { requestBody } }: Props) => {
  if (requestBody === undefined) return null;
  const mediaTypes = Object.keys(requestBody.content);
  return (
    <>
      <h3>Body</h3>
      {Object.values(requestBody.content)
        // All media types have the same schema, so the first one is enough.
        .slice(0, 1)
        .map(({ schema }) => (
          <div key="body">
            <p>
              <code>{mediaTypes.join(" or ")}</code>, <TypeOf of={of} schema={schema} />:{" "}
              <InlineMarkdown text={requestBody.description ?? ""} />
            </p>
            <Fields of={of} schema={follow(of, schema)} />
          </div>
        ))}
    </>
  );
};

const codesOf = (status: string, { content = {} }: Response): string[] =>
  Number(status) >= 400 ? Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)) : [];

const ResponseRow = ({ of, status, response }: { of: Interface; status: string; response: Response }) => {
  const { content = {}, headers = {}, description } = response;
  const codes = codesOf(status, response);
  const bodies = codes.length > 0 ? [] : Object.entries(content);
  // The header fields of most responses are described in the overview instead.
  const names = Object.keys(headers).filter((name) => !of.usualHeaders.includes(name));
  return (
    <div>
      <dt>
        <span className={`status s${status.charAt(0)}`}>{status}</span> <InlineMarkdown text={description} />{" "}
        {codes
          .filter((code) => !description.includes(`\`${code}\``))
          .map((code) => (
            <a key={code} className="code-link" href={`${of.errorsHref}#${code}`}>
              <code>{code}</code>
            </a>
          ))}
      </dt>
      {bodies.map(([mediaType, { schema }]) => (
        <dd key={mediaType}>
          Body: <code>{mediaType}</code>, <TypeOf of={of} schema={schema} />
        </dd>
      ))}
      {names.length > 0 && (
        <dd>
          Header fields:{" "}
          {commaSeparated(
            names.map((name) => (
              <a key={name} href={headerHref(of, name)}>
                {name}
              </a>
            )),
          )}
        </dd>
      )}
    </div>
  );
};

const firstExample = ({ responses }: Operation) => {
  for (const [status, { content = {} }] of Object.entries(responses)) {
    for (const [mediaType, { examples = {} }] of Object.entries(content)) {
      const [example] = Object.values(examples);
      if (Number(status) < 300 && example !== undefined) return { status, mediaType, value: example.value };
    }
  }
  return undefined;
};

const Responses = ({ of, operation }: Props) => {
  const example = firstExample(operation);
  return (
    <>
      <h3>Responses</h3>
      <dl className="fields responses">
        {Object.entries(operation.responses).map(([status, response]) => (
          <ResponseRow key={status} of={of} status={status} response={response} />
        ))}
      </dl>
      {example && (
        <Code label={`Example of a ${example.status}`}>
          {typeof example.value === "string" ? example.value : JSON.stringify(example.value, null, 2)}
        </Code>
      )}
    </>
  );
};

const access = (operation: Operation): string => {
  const scope = operation["x-required-scope"];
  const role = operation["x-required-role"];
  if (scope !== undefined) return `Needs an API key with scope ${scope}.`;
  const proof =
    operation["x-requires-reauthentication"] === true
      ? " Its person must have proved who they are in the last 10 minutes."
      : "";
  if (role !== undefined) return `Needs the session of an account with role ${role}.${proof}`;
  return (operation.security ?? []).length > 0 ? `Needs a session.${proof}` : "Needs no key.";
};

export const OperationSection = ({ of, operation }: Props) => {
  const { operationId, summary, method, path, description, deprecated } = operation;
  return (
    <section className="operation" aria-labelledby={operationId}>
      <Heading level={2} id={operationId}>
        {summary}
      </Heading>
      <p className="line">
        <Method name={method} /> <code className="path">{path}</code> <Badge kind={operation["x-stability"]} />
      </p>
      {description && <Markdown text={description} />}
      {deprecated && (
        <p className="note">
          Deprecated: <a href={`${DEPRECATIONS_PATH}#${operationId}`}>what to do until it is removed</a>.
        </p>
      )}
      <p className="access">
        {access(operation)} <code>operationId</code>: <code>{operationId}</code>
      </p>
      {of === v1 && <Samples operation={operation} />}
      <TryIt operation={operation} />
      <Parameters of={of} operation={operation} />
      <Body of={of} operation={operation} />
      <Responses of={of} operation={operation} />
    </section>
  );
};
