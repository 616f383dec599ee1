// Generates each TypeScript client from the OpenAPI document, into src/generated, which git ignores.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import openapiTypescript, { astToString } from "openapi-typescript";
import { generate } from "orval";

const input = createRequire(import.meta.url).resolve("@petstore/contract/openapi.json");
const folder = fileURLToPath(new URL("../src/generated", import.meta.url));

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const types = await openapiTypescript(await readFile(input, "utf8"));
await writeFile(`${folder}/openapi-typescript.ts`, astToString(types));

await createClient({
  input,
  output: { path: `${folder}/hey-api`, importFileExtension: ".js" },
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
  logs: { level: "silent" },
});

await generate({
  input,
  output: {
    mode: "single",
    target: `${folder}/orval.ts`,
    client: "fetch",
    override: {
      mutator: {
        path: fileURLToPath(new URL("../src/typescript/orval-fetch.ts", import.meta.url)),
        name: "orvalFetch",
        extension: ".js",
      },
    },
  },
});
