/** A request of an `.http` file, with its variables replaced. */
export type HttpRequest = {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

const readVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^@(\w+) *= *(.*)$/gm)].map(([, name = "", value = ""]) => [name, value.trim()]),
  );

const readRequest = (text: string): HttpRequest => {
  const name = /^# @name (\S+)$/m.exec(text)?.[1] ?? "";
  const [head = "", ...body] = text
    .replace(/^#.*\n/gm, "")
    .trim()
    .split("\n\n");
  const [line = "", ...fields] = head.split("\n");
  const [, method = "", url = ""] = /^([A-Z]+) (\S+)$/.exec(line) ?? [];
  const headers = fields.map((field) => field.split(/: (.*)/, 2) as [string, string]);
  return {
    name,
    method,
    url,
    headers: Object.fromEntries(headers),
    body: body.length === 0 ? undefined : body.join("\n\n"),
  };
};

/**
 * Reads what the REST Client of VS Code and the HTTP Client of JetBrains both understand: `###` before each request, `#
 * @name`, comments, `@variable = value` and `{{variable}}`. Other runners cannot be used here: httpyac installs gRPC,
 * Kafka and MQTT.
 * @param given - Variables that replace those of the file.
 */
export const readHttpFile = (text: string, given: Readonly<Record<string, string>> = {}): HttpRequest[] => {
  const variables = { ...readVariables(text), ...given };
  const replace = (part: string) => part.replace(/\{\{(\w+)\}\}/g, (found, name: string) => variables[name] ?? found);
  return text
    .split(/^### .*\n/m)
    .slice(1)
    .map((part) => readRequest(replace(part)));
};
