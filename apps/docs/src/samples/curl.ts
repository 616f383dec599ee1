import { jsonDialect, literal } from "./literal.js";
import { type SampleBody, type SampleRequest, targetOf } from "./sample-request.js";

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const dataOf = (body: SampleBody): string =>
  "file" in body ? `--data-binary @${body.file}` : `-d ${quote(literal(body.json, jsonDialect, 5))}`;

/** Returns a command for a POSIX shell. */
export const curlSample = (request: SampleRequest): string => {
  const { method, takesKey, body } = request;
  return [
    method === "GET" ? "curl -i" : `curl -i -X ${method}`,
    ...(takesKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(body === undefined ? [] : [`-H "Content-Type: ${body.mediaType}"`, dataOf(body)]),
    `"$API${targetOf(request)}"`,
  ].join(" \\\n  ");
};
