import { createRequire } from "node:module";
import type { contract } from "@petstore/contract/routes";
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
  const read = (file: string) =>
    new StoredDocument({
      ...require(`@petstore/contract/${file}`),
      ...(servers.length === 0 ? {} : { servers }),
    });
  const documents = { whole: read("openapi.json"), stable: read("openapi.stable.json") };
  return async ({ query: { stability } }) => ({ status: 200, body: documents[stability ?? "whole"] });
};
