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

const mediaTypesOf = ({ requestBody }: Operation): string[] => Object.keys(requestBody?.content ?? {});

/** Returns the media types of a body that is an image; undefined if the body is JSON, or if there is none. */
const fileTypesOf = (operation: Operation): readonly string[] | undefined => {
  // A chooser of files offers images only, so it does not need the type that stands for any of them.
  const types = mediaTypesOf(operation).filter((type) => type.startsWith("image/"));
  return types.length > 0 ? types : undefined;
};

const exampleBody = ({ requestBody }: Operation): string | undefined => {
  const [content] = Object.values(requestBody?.content ?? {});
  if (content === undefined) return undefined;
  const [example] = Object.values(content.examples ?? {});
  return JSON.stringify(example?.value ?? {}, null, 2);
};

const FileInput = ({ types, id }: { readonly types: readonly string[]; readonly id: string }) => (
  <div className="field wide">
    <label htmlFor={id}>
      Body <span className="type">{types.join(", ")}</span>
    </label>
    <input id={id} type="file" accept={types.join(",")} required data-name="The file" data-file="" />
  </div>
);

/** Shows a form that sends the operation to this service. browser/try-it.ts contains the code that runs in the page. */
export const TryIt = ({ operation }: { readonly operation: Operation }) => {
  const { operationId, method, path, summary, parameters = [] } = operation;
  const id = `try-${operationId}`;
  const fileTypes = fileTypesOf(operation);
  const body = fileTypes === undefined ? exampleBody(operation) : undefined;
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
        data-media-type={(fileTypes ?? mediaTypesOf(operation))[0]}
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
        {fileTypes && <FileInput types={fileTypes} id={`${id}-file`} />}
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
