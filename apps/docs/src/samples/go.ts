import { jsonDialect, literal } from "./literal.js";
import { type SampleBody, type SampleRequest, targetOf } from "./sample-request.js";

const IF_ERROR = ["\tif err != nil {", "\t\tlog.Fatal(err)", "\t}"];

/** A raw string cannot contain a backquote. */
const rawString = (text: string): string => (text.includes("`") ? JSON.stringify(text) : `\`${text}\``);

/** Returns the lines that read the body, the expression of the body, and the packages that they need. */
const bodyOf = (body: SampleBody | undefined) => {
  if (body === undefined) return { lines: [], reader: "nil", packages: [] };
  if ("file" in body) {
    return {
      lines: [`\tcontent, err := os.ReadFile("${body.file}")`, ...IF_ERROR],
      reader: "bytes.NewReader(content)",
      packages: ["bytes"],
    };
  }
  const text = literal(body.json, jsonDialect, "\tbody := strings.NewReader(``)".length);
  return { lines: [`\tbody := strings.NewReader(${rawString(text)})`], reader: "body", packages: ["strings"] };
};

/** Returns a program that needs only the standard library. */
export const goSample = (request: SampleRequest): string => {
  const { method, takesKey, body } = request;
  const { lines, reader, packages } = bodyOf(body);
  const headers = [
    ...(takesKey ? ['"Authorization", "Bearer "+os.Getenv("KEY")'] : []),
    ...(body === undefined ? [] : [`"Content-Type", "${body.mediaType}"`]),
  ];
  const imports = [...packages, "fmt", "io", "log", "net/http", "os"].toSorted();
  return [
    "package main",
    "",
    "import (",
    ...imports.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    ...lines,
    `\trequest, err := http.NewRequest("${method}", os.Getenv("API")+"${targetOf(request)}", ${reader})`,
    ...IF_ERROR,
    ...headers.map((header) => `\trequest.Header.Set(${header})`),
    "\tresponse, err := http.DefaultClient.Do(request)",
    ...IF_ERROR,
    "\tdefer response.Body.Close()",
    "\tanswer, err := io.ReadAll(response.Body)",
    ...IF_ERROR,
    "\tfmt.Println(response.Status, string(answer))",
    "}",
  ].join("\n");
};
