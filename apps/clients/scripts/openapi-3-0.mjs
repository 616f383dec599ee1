// `node scripts/openapi-3-0.mjs FILE` prints the OpenAPI document in FILE as OpenAPI 3.0. Build the package first with
// `npx pnpm clients`.
import { readFileSync } from "node:fs";
import { toOpenApi30 } from "../dist/openapi-3-0.js";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node scripts/openapi-3-0.mjs FILE");
  process.exit(1);
}
process.stdout.write(toOpenApi30(readFileSync(file, "utf8")));
