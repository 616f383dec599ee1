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
  const read = (file: string) => {
    const document: object = {
      ...require(`@petstore/contract/${file}`),
      ...(servers.length === 0 ? {} : { servers }),
    };
    return { "3.1": new StoredDocument(document), "3.0": new StoredDocument(asOpenApi30(document)) };
  };
  const documents = { whole: read("openapi.json"), stable: read("openapi.stable.json") };
  return async ({ query: { stability, version } }) => ({
    status: 200,
    body: documents[stability ?? "whole"][version ?? "3.1"],
  });
};
