// `node scripts/generate-zod.mjs FOLDER` writes what the zod plugins of hey-api and orval make of the OpenAPI document.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { generate } from "orval";

const [folder = ""] = process.argv.slice(2);
const input = createRequire(import.meta.url).resolve("@petstore/contract/openapi.json");

await createClient({
  input,
  output: { path: join(folder, "hey-api"), importFileExtension: ".js" },
  plugins: ["@hey-api/client-fetch", "zod"],
  logs: { level: "silent" },
});
await generate({
  input: { target: input },
  output: { target: join(folder, "orval.ts"), client: "zod", override: { zod: { dateTimeOptions: { offset: true } } } },
});
