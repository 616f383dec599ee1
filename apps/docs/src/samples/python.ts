import { literal, pythonDialect } from "./literal.js";
import { type SampleRequest, targetOf } from "./sample-request.js";

const headersOf = ({ takesKey, body }: SampleRequest): string[] => [
  ...(takesKey ? [`"Authorization": f"Bearer {os.environ['KEY']}"`] : []),
  ...(body === undefined ? [] : [`"Content-Type": "${body.mediaType}"`]),
];

const linesOf = (headers: readonly string[]): string[] => {
  if (headers.length < 2) return headers.map((header) => `    headers={${header}},`);
  return ["    headers={", ...headers.map((header) => `        ${header},`), "    },"];
};

const dataOf = ({ body }: SampleRequest): string[] => {
  if (body === undefined) return [];
  if ("file" in body) return [`data=Path("${body.file}").read_bytes()`];
  return [
    `data=json.dumps(${literal(body.json, pythonDialect, "    data=json.dumps(.encode(),".length, "    ")}).encode()`,
  ];
};

const printOf = ({ answer }: SampleRequest): string => {
  if (answer === undefined) return "print(response.status)";
  return answer.mediaType === "application/json" ? "print(json.load(response))" : "print(response.read().decode())";
};

/** Returns a program that needs only the standard library. */
export const pythonSample = (request: SampleRequest): string => {
  const headers = headersOf(request);
  const data = dataOf(request);
  const print = printOf(request);
  const isJson = [...data, print].some((line) => line.includes("json."));
  return [
    ...(isJson ? ["import json"] : []),
    "import os",
    "import urllib.request",
    ...(request.body !== undefined && "file" in request.body ? ["from pathlib import Path"] : []),
    "",
    "request = urllib.request.Request(",
    `    f"{os.environ['API']}${targetOf(request)}",`,
    ...(request.method === "GET" ? [] : [`    method="${request.method}",`]),
    ...linesOf(headers),
    ...data.map((line) => `    ${line},`),
    ")",
    "with urllib.request.urlopen(request) as response:",
    `    ${print}`,
  ].join("\n");
};
