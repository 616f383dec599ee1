// `node scripts/for-progenitor.mjs FILE` prints the OpenAPI 3.0 document in FILE without what progenitor does not
// support. Build the package first with `npx --yes pnpm clients`.
import { readFileSync } from "node:fs";
import { forProgenitor } from "../dist/for-progenitor.js";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node scripts/for-progenitor.mjs FILE");
  process.exit(1);
}
process.stdout.write(forProgenitor(readFileSync(file, "utf8")));
