import { createRequire } from "node:module";
import { asOpenApi30, type contract } from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import type { Operation } from "../operation/operation.js";
import { StoredDocument } from "../operation/stored-document.js";

// Node 20 prints a warning for `import … with { type: "json" }`.
const require = createRequire(import.meta.url);

export const getOpenApiDocument = ({
  config: { publicUrl, stagingUrl },
}: {
  readonly config: Config;
}): Operation<typeof contract.document.getOpenApiDocument> => {
  const servers = [
    ...(publicUrl === undefined ? [] : [{ url: publicUrl, description: "Production" }]),
    ...(stagingUrl === undefined ? [] : [{ url: stagingUrl, description: "Staging" }]),
  ];
  const read = (file: string): object => ({
    ...require(`@petstore/contract/${file}`),
    ...(servers.length === 0 ? {} : { servers }),
  });
  // Most processes never serve a document, and preparing all four takes 0.1 s of processor time at each start.
  const prepared = new Map<string, StoredDocument>();
  const prepare = (file: string, version: "3.0" | "3.1"): StoredDocument => {
    const name = `${file} as ${version}`;
    const before = prepared.get(name);
    if (before !== undefined) return before;
    const document = new StoredDocument(version === "3.1" ? read(file) : asOpenApi30(read(file)));
    prepared.set(name, document);
    return document;
  };
  const files = { whole: "openapi.json", stable: "openapi.stable.json" };
  return async ({ query: { stability, version } }) => ({
    status: 200,
    body: prepare(files[stability ?? "whole"], version ?? "3.1"),
  });
};
