import { literal, typescriptDialect } from "./literal.js";
import type { SampleRequest } from "./sample-request.js";

const write = (value: unknown, at: number) => literal(value, typescriptDialect, at, "  ");

/** `ApiKeys` → `apiKeys`. */
const variableOf = (schema: string | undefined): string =>
  schema === undefined ? "answer" : schema.charAt(0).toLowerCase() + schema.slice(1);

const partsOf = ({ params, query, body }: SampleRequest): string[] => {
  const objects = Object.entries({ params, query }).flatMap(([name, values]) =>
    Object.keys(values).length === 0 ? [] : [`${name}: ${write(values, name.length + 5)}`],
  );
  if (body === undefined) return objects;
  const written =
    "file" in body
      ? `new Blob([await readFile("${body.file}")], { type: "${body.mediaType}" })`
      : write(body.json, "  body: ,".length);
  return [...objects, `body: ${written}`];
};

/** Returns a module that uses our client. */
export const typescriptSample = (request: SampleRequest): string => {
  const { group, operationId, body, answer } = request;
  const call = `await client.orThrow.${group}.${operationId}`;
  const start = answer === undefined ? call : `const ${variableOf(answer.schema)} = ${call}`;
  const parts = partsOf(request);
  const line = `${start}({ ${parts.join(", ")} });`;
  const isShort = line.length <= 80 && !line.includes("\n");
  const sent = parts.length === 0 ? `${start}();` : isShort ? line : `${start}({\n  ${parts.join(",\n  ")},\n});`;
  return [
    ...(body !== undefined && "file" in body ? ['import { readFile } from "node:fs/promises";'] : []),
    'import { createClient } from "@petstore/contract";',
    "",
    'const client = createClient({ baseUrl: process.env.API ?? "", apiKey: process.env.KEY ?? "" });',
    sent,
    ...(answer === undefined ? [] : [`console.log(${variableOf(answer.schema)});`]),
  ].join("\n");
};
