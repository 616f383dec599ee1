import type { Operation, Parameter, Schema } from "../openapi.js";
import { schemaName, v1 } from "../openapi.js";
import { show } from "./schema.js";

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (v1.components.schemas[schemaName(schema.$ref)] ?? schema);

/** Returns the values of a parameter that has only a few. */
const choicesOf = (schema: Schema): readonly string[] | undefined => {
  const { enum: values, type } = resolve(schema);
  if (type === "boolean") return ["true", "false"];
  return values?.map(String);
};

const hintOf = ({ schema, example }: Parameter): string | undefined => {
  if (Array.isArray(example)) return `separated by commas, such as ${example.join(", ")}`;
  if (schema.default !== undefined) return `default ${show(schema.default)}`;
  return example === undefined ? undefined : `such as ${show(example)}`;
};

const ParameterInput = ({ parameter, id }: { readonly parameter: Parameter; readonly id: string }) => {
  const { name, schema, required = false } = parameter;
  const choices = choicesOf(schema);
  const hint = choices === undefined ? hintOf(parameter) : undefined;
  const field = { id, "data-in": parameter.in, "data-name": name, required };
  return (
    <div className="field">
      <label htmlFor={id}>
        {name} <span className="type">{parameter.in}</span>
      </label>
      {choices === undefined ? (
        <input
          {...field}
          type="text"
          autoComplete="off"
          spellCheck={false}
          data-list={schema.type === "array" ? "" : undefined}
          aria-describedby={hint && `${id}-hint`}
        />
      ) : (
        <select {...field} defaultValue="">
          <option value="">not sent</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
};

const exampleBody = ({ requestBody }: Operation): string | undefined => {
  const [content] = Object.values(requestBody?.content ?? {});
  if (content === undefined) return undefined;
  const [example] = Object.values(content.examples ?? {});
  return JSON.stringify(example?.value ?? {}, null, 2);
};

/** Shows a form that sends the operation to this service. browser/try-it.ts contains the code that runs in the page. */
export const TryIt = ({ operation }: { readonly operation: Operation }) => {
  const { operationId, method, path, summary, parameters = [] } = operation;
  const id = `try-${operationId}`;
  const body = exampleBody(operation);
  const takesKey = operation["x-required-scope"] !== undefined;
  return (
    <details className="try">
      <summary>
        Try it out<span className="visually-hidden">: {summary}</span>
      </summary>
      <form
        aria-label={`Try it out: ${summary}`}
        autoComplete="off"
        noValidate
        data-method={method}
        data-path={path}
        data-media-type={body === undefined ? undefined : Object.keys(operation.requestBody?.content ?? {})[0]}
      >
        {takesKey && (
          <div className="field wide">
            <label htmlFor={`${id}-key`}>
              API key <span className="type">scope {operation["x-required-scope"]}</span>
            </label>
            <input
              id={`${id}-key`}
              type="password"
              autoComplete="off"
              spellCheck={false}
              data-key=""
              aria-describedby={`${id}-key-hint`}
            />
            <span className="hint" id={`${id}-key-hint`}>
              Stays in the memory of this page until you leave it; sent only to this service.
            </span>
          </div>
        )}
        {parameters.map((parameter) => (
          <ParameterInput
            key={parameter.in + parameter.name}
            parameter={parameter}
            id={`${id}-${parameter.in}-${parameter.name}`}
          />
        ))}
        {body !== undefined && (
          <div className="field wide">
            <label htmlFor={`${id}-body`}>
              Body <span className="type">JSON</span>
            </label>
            <textarea
              id={`${id}-body`}
              data-body=""
              rows={Math.min(14, body.split("\n").length)}
              spellCheck={false}
              defaultValue={body}
            />
          </div>
        )}
        <div className="actions">
          <button type="submit">
            Send {method} {path}
          </button>
          <span className="outcome" role="status" data-outcome="" />
          {method !== "GET" && <span className="hint">This changes the data of this service.</span>}
        </div>
        <div className="response" data-response="" />
        <noscript>
          <p>Sending a request from this page needs JavaScript; curl does not.</p>
        </noscript>
      </form>
    </details>
  );
};
